"""Integers and bits, lossless: the codes that bodies consist of, as docs/reference/wire-format.md describes them."""
