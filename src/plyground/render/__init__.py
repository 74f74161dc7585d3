"""Pictures of positions, from plain geometry: as SVG, and as text.

The data is here. Import a renderer from the module of its name, for example `from
plyground.render.svg import svg`: a package cannot hold both under one name.
"""

from plyground.render.board import Board, Cell, Edge, Label, Mark, Picture

__all__ = ["Board", "Cell", "Edge", "Label", "Mark", "Picture"]
