"""A song as it might have been played otherwise: one of its tracks louder, higher or silent, notes left out, another key."""

import numpy as np

from notes import ordered

# Quarters in a stretch in which the bridge may be silent.
STRETCH_TICKS = 16 * 480
# Spread in velocity of the piano, the melody and the bridge against each other.
LOUDER = (4, 6, 6)


def augment(rows, random):
    rows = rows.copy()
    track = rows[:, 4]
    kept = np.ones(len(rows), bool)
    if random.random() < 0.35:
        kept &= track != 2
    elif random.random() < 0.3:
        stretch = (rows[:, 0] // STRETCH_TICKS).astype(int)
        silent = random.random(stretch.max() + 1) < 0.5
        kept &= ~((track == 2) & silent[stretch])
    if random.random() < 0.5:
        kept &= random.random(len(rows)) > 0.04
    for number, spread in enumerate(LOUDER):
        of_track = track == number
        if of_track.any() and random.random() < 0.7:
            contrast, mean = np.exp(random.normal(0, 0.15)), rows[of_track, 3].mean()
            rows[of_track, 3] = mean + (rows[of_track, 3] - mean) * contrast + random.normal(0, spread)
        if number and random.random() < 0.1:
            rows[of_track, 2] += random.choice([-12, 12])
    rows[:, 2] += random.integers(-6, 7)
    rows[:, 3] = np.clip(np.round(rows[:, 3] + random.normal(0, 8)), 1, 127)
    if random.random() < 0.3:
        rows[:, 1] = rows[:, 0] + np.maximum(10, (rows[:, 1] - rows[:, 0]) * np.exp(random.normal(0, 0.15)))
    return ordered(rows[kept])
