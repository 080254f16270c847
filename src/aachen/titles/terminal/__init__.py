"""What titles share on a terminal: the console, what is typed, menus, and the screen of a table."""
