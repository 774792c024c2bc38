"""tune_clips.py FOLDER CLIPS SEED train|held: as generate.py, but what is sung are the tunes of songs, as in tunes.py."""

import sys

import generate
from tunes import tune

if __name__ == "__main__":
    generate.melody = tune
    generate.main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
