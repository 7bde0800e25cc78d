"""What each scheme writes: one file a body, with its reader and its writer side by side."""

from .affine import Affine
from .block_floats import BlockFloats
from .body import Body, View, read_body
from .chunks import Chunks
from .cosine import Cosine
from .dense import Dense
from .dithered import Dithered, DitheredAffine, DitheredLevels
from .entropy_levels import EntropyLevels
from .error_bounded import ErrorBounded
from .four_means import FourMeans
from .halves import Bf16, Fp16
from .levels import Levels
from .lossless import Lossless
from .low_rank import LowRank
from .named import Named
from .natural import Natural
from .random_subset import RandomSubset
from .rotated import PaddedRotation, Rotated
from .rotated_levels import RotatedLevels
from .signs import Signs
from .sparse import Sparse
from .sparse_chunks import SparseChunks
from .sparse_signs import SparseSigns
from .two_means import TwoMeans

__all__ = [
    "Affine",
    "Bf16",
    "BlockFloats",
    "Body",
    "Chunks",
    "Cosine",
    "Dense",
    "Dithered",
    "DitheredAffine",
    "DitheredLevels",
    "EntropyLevels",
    "ErrorBounded",
    "FourMeans",
    "Fp16",
    "Levels",
    "Lossless",
    "LowRank",
    "Named",
    "Natural",
    "RandomSubset",
    "PaddedRotation",
    "Rotated",
    "RotatedLevels",
    "Signs",
    "Sparse",
    "SparseChunks",
    "SparseSigns",
    "TwoMeans",
    "View",
    "read_body",
]
