"""Tests of orders with two growing chains."""
