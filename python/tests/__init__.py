"""Tests, with nothing but the standard library and NumPy: ``python3 -m unittest`` in the folder above."""
