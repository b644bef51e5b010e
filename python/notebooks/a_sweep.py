# %% [markdown]
# # A sweep
# The same scene for many parameters, and a table of what came out.

# %%
import stickslip as ss

table = ss.sweep(
    "incline", {"angle": [10, 20, 30], "friction": [0.3, 0.6]}, seconds=0.5, progress=False
)
table

# %%
for row in table:
    print(row["angle"], row["friction"], f"{row['energy_start'] - row['energy_end']:.3f} J")

# %% [markdown]
# With `executor=` it runs on threads, processes or a Dask cluster; the table is
# the same to the bit. With `resume="sweep.jsonl"` it goes on where it was ended.

# %%
from concurrent.futures import ThreadPoolExecutor

with ThreadPoolExecutor(2) as pool:
    again = ss.sweep(
        "incline", {"angle": [10, 20, 30], "friction": [0.3, 0.6]},
        seconds=0.5, progress=False, executor=pool,
    )
print(again.rows == table.rows)
