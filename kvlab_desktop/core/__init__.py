"""The vocabulary of a lab: parameters, pictures as data, sentences, and the contract."""
