"""Names for the types of what kernels work on."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

PlainState = tuple[int, ...]  # a state as Python keeps it
State = tuple[np.uint64, ...]  # a state as kernels take it
Key = tuple[np.uint64, ...]  # the words of a key
Ints = npt.NDArray[np.int64]
Uints = npt.NDArray[np.uint64]
Array = npt.NDArray[Any]
