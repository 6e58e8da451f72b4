"""What is seen and touched: the only room that may import PySide6."""
