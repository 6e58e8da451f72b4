"""How long a slider takes to reach the screen, beside the same picture in matplotlib.

    python -m tests.bench                      the whole table
    python -m tests.bench grid --moves 100     one lab, fewer moves
    python -m tests.bench --profile            where the time of a drag goes

Times depend on the machine and on what else it does: nothing here fails, it prints and compares.
"""
