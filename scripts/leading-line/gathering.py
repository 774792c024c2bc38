"""What processes put into a queue, in batches."""

import time

SAY_EVERY_SECONDS = 10


def batches(queue, processes, size, most):
    """Lists of `size` of what `processes` put into `queue`, until each of them has put None or `most` are given; the last list may be shorter."""
    begun = said = time.time()
    waiting, ended, given = [], 0, 0
    while ended < processes and given + size <= most:
        got = queue.get()
        if got is None:
            ended += 1
            continue
        waiting.append(got)
        if len(waiting) == size:
            yield waiting
            given += size
            waiting = []
        if time.time() - said > SAY_EVERY_SECONDS:
            said = time.time()
            print(f"{said - begun:.0f} s: {given} clips, {queue.qsize()} waiting", flush=True)
    if waiting and given + len(waiting) <= most:
        yield waiting
