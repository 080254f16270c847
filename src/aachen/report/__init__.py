"""Statistics of many games and the page that shows them; what is asked of one game is its title's chapter."""
