"""Where tensors and model descriptions come from."""
