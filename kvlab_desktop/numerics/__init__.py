"""The science of the labs: numpy in, numbers out, usable from a notebook."""
