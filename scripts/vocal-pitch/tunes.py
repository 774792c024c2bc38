"""tunes.py FOLDER CLIPS SEED train|held: sounds of 48 s in which the tunes of songs are sung: the top of their piano arrangements, over other instruments."""

import os
import sys

import generate
import melody
from generate import clips, keep_sound, vocals

SECONDS = 48.0


def tune(rng, notes, _beats, start, seconds, low, high):
    """As melody.melody, without the walks, which keep less to a scale than tunes do."""
    return melody.tied(rng, melody.top_notes(rng, notes, start, seconds, low, high), seconds)


def main(folder, count, seed, part):
    os.environ["INSTRUMENTALS"] = ""
    generate.melody = tune
    os.makedirs(folder, exist_ok=True)
    for place, sound, _, notes in clips(count, seed, part, SECONDS, vocals):
        keep_sound(f"{folder}/{seed}_{place:04d}", sound, notes, SECONDS)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
