"""More than one machine: a Dask cluster of several processes, and 1 000 scenes.

`python cluster.py 1000` runs all of them; without a number a few, to try it.
"""

import sys
import time

import stickslip as ss


def main(tasks: int) -> None:
    """Sweeps over a local cluster."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        print('this needs Dask: pip install "stickslip[sweep]"')
        return
    sets = [
        {"angle": 5 + at % 40, "friction": round(0.02 + 0.02 * (at // 40), 2)} for at in range(tasks)
    ]
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as cluster, Client(cluster) as client:
        begun = time.perf_counter()
        table = ss.sweep("incline", sets, seconds=0.5, executor=client.get_executor())
        taken = time.perf_counter() - begun
    print(f"{len(table)} scenes on two processes in {taken:.1f} s, {len(table.failed)} failed")
    assert not table.failed


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
