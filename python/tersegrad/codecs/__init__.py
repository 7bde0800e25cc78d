"""Integers and bits, lossless: the codes that bodies consist of, as docs/wire-format.md describes them."""
