"""Pictures of positions, from plain geometry: as SVG, and as text.

The data is here; the renderers are imported from the modules that share their names, as in
`from plyground.render.svg import svg`, because a package cannot hold both under one name.
"""

from plyground.render.board import Board, Cell, Edge, Label, Mark, Picture

__all__ = ["Board", "Cell", "Edge", "Label", "Mark", "Picture"]
