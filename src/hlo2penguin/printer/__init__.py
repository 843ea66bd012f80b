"""Penguin text from a prepared (and perhaps fused) module."""

from hlo2penguin.printer.program import InputAlias, Printed, print_program

__all__ = ["InputAlias", "Printed", "print_program"]
