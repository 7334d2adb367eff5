"""Public disputes about units and normalisation, judged as a stranger would find them."""
