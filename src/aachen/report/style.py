"""The look of reports: one page with its style sheet, that needs nothing from elsewhere.

Its colours and type are those of the browser table (web/src/styles/tokens.css), in the light and in the dark.
"""

from __future__ import annotations

from html import escape

STYLE = """
:root { color-scheme: light dark; --table: #d8c59a; --ground: #f6ecd2; --ink: #2a1a0c; --faint: #5a4326; --line: #c2a873;
  --strong: #7a5a2b; --card: #fdf7e6; --rubric: #9a2314; --link: #1f4f8f; --wash: #eddfbd;
  --c0: #1f4f8f; --c1: #c8500a; --c2: #1f8a68; --c3: #a8467f; --c4: #a97a08; --c5: #4f8fc4; --c6: #6b655c; --c7: #22201c; }
@media (prefers-color-scheme: dark) { :root { --table: #150d18; --ground: #25172b; --ink: #f4e8cd; --faint: #d3bfa9;
  --line: #5d4467; --strong: #b58f49; --card: #33213b; --rubric: #f2ab8f; --link: #a9c8ef; --wash: #3f2a49;
  --c0: #7fb0ec; --c1: #f0803c; --c2: #3fc79b; --c3: #d98cb9; --c4: #e6b31e; --c5: #b4d3f4; --c6: #a9a297; --c7: #f4e8cd; } }
* { box-sizing: border-box; }
html { background: var(--table); }
body { margin: 1rem auto; width: min(76rem, 100% - 1rem); padding: 1rem clamp(.8rem, 3vw, 2.2rem) 2rem; background: var(--ground); color: var(--ink);
  border: 1px solid var(--strong); border-radius: 14px; font: 1rem/1.45 Junicode, 'EB Garamond', Georgia, serif; }
h1 { font-size: 2.1rem; line-height: 1.15; margin: .5rem 0; } h2 { margin: 2.2rem 0 .5rem; padding-bottom: .15rem; font-size: 1.5rem;
  border-bottom: 2px solid var(--strong); color: var(--rubric); }
h3 { margin: 1.5rem 0 .3rem; font-size: 1.18rem; }
.headline { margin: 1.2rem 0; padding: .9rem 1.2rem; background: var(--card); border-left: 5px solid var(--rubric); border-radius: 8px; }
.headline p { margin: .3rem 0; } .headline p:first-child { font-size: 1.3rem; line-height: 1.3; font-weight: 650; }
nav ul { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding: 0; list-style: none; }
a { color: var(--link); } a:focus-visible, summary:focus-visible { outline: 3px solid var(--c1); outline-offset: 2px; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 23rem), 1fr)); gap: 1rem; }
.figures > .wide { grid-column: 1 / -1; }
figure { margin: 0; padding: .8rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
figcaption { font-weight: 650; font-size: 1.06rem; } .about { margin: .1rem 0 .5rem; color: var(--faint); font-size: .92rem; }
svg { display: block; width: 100%; max-width: 30rem; height: auto; font: 13px Junicode, 'EB Garamond', Georgia, serif; font-variant-numeric: tabular-nums; }
svg text { fill: var(--ink); }
svg .label { text-anchor: end; } svg .below { text-anchor: middle; }
svg .grid { stroke: var(--line); } svg .zero { stroke: var(--ink); } svg .fair { stroke: var(--c1); stroke-width: 1.6; stroke-dasharray: 5 4; }
svg .whisker { stroke: var(--ink); stroke-width: 1.3; fill: none; } svg .line { fill: none; stroke-width: 2; }
svg .c0 { fill: var(--c0); } svg .c1 { fill: var(--c1); } svg .c2 { fill: var(--c2); } svg .c3 { fill: var(--c3); }
svg .c4 { fill: var(--c4); } svg .c5 { fill: var(--c5); } svg .c6 { fill: var(--c6); } svg .c7 { fill: var(--c7); }
svg .l0 { stroke: var(--c0); } svg .l1 { stroke: var(--c1); stroke-dasharray: 7 3; } svg .l2 { stroke: var(--c2); stroke-dasharray: 2 3; }
svg .l3 { stroke: var(--c3); stroke-dasharray: 9 3 2 3; } svg .l4 { stroke: var(--c4); } svg .l5 { stroke: var(--c5); stroke-dasharray: 4 4; }
svg .l6 { stroke: var(--c6); } svg .l7 { stroke: var(--c7); }
.legend { display: flex; flex-wrap: wrap; gap: .2rem .9rem; margin: .4rem 0; padding: 0; list-style: none; font-size: .85rem; }
.key { display: inline-block; width: .8rem; height: .8rem; border-radius: .15rem; margin-right: .35rem; vertical-align: -.05rem; }
.k0 { background: var(--c0); } .k1 { background: var(--c1); } .k2 { background: var(--c2); } .k3 { background: var(--c3); }
.k4 { background: var(--c4); } .k5 { background: var(--c5); } .k6 { background: var(--c6); } .k7 { background: var(--c7); }
details { margin-top: .4rem; font-size: .88rem; } summary { cursor: pointer; color: var(--faint); min-height: 1.6rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .15rem .6rem .15rem 0; text-align: right; border-bottom: 1px solid var(--line); }
th:first-child { text-align: left; font-weight: 500; } code { overflow-wrap: anywhere; }
ul.found { padding-left: 1.2rem; } ul.found li { margin: .25rem 0; }
@media print { html, body { background: none; } body { width: auto; border: 0; } figure { break-inside: avoid; } }
"""


def page(language: str, title: str, body: str) -> str:
    """A page that needs nothing from elsewhere."""
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )
