"""How well onsets are found, whatever the notes that are made of them."""

import numpy as np

# A peak is the highest of this many steps to each side, and finds a beginning this near.
NEAR_STEPS = 2


def found_onsets(clips, answers):
    """(best F, mean precision over the recall) of the answers' peaks where the line follows a note."""
    odds, right, expected = [], [], 0
    for clip, answer in zip(clips, answers):
        begun = np.flatnonzero((clip["begins"] > 0) & clip["followed"])
        peaks = [
            step
            for step in range(NEAR_STEPS, len(answer) - NEAR_STEPS)
            if clip["followed"][step] and answer[step] == answer[step - NEAR_STEPS : step + NEAR_STEPS + 1].max()
        ]
        used = set()
        for step in sorted(peaks, key=lambda peak: -answer[peak]):
            near = [at for at in begun if abs(at - step) <= NEAR_STEPS and at not in used]
            used.update(near[:1])
            odds.append(answer[step])
            right.append(len(near) > 0)
        expected += len(begun)
    order = np.argsort(-np.array(odds))
    hits = np.array(right)[order].astype(float)
    precision, recall = hits.cumsum() / np.arange(1, len(hits) + 1), hits.cumsum() / expected
    return (2 * precision * recall / (precision + recall + 1e-9)).max(), (precision * hits).sum() / expected
