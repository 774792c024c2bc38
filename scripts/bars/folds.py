"""Which songs a network or a fit does not learn from: a fifth of the families, or a group of collections."""

import hashlib

FOLDS = 5
PERFORMED = "performed pop"
COMPOUND = ("6/8", "9/8", "12/8")
GROUPS = {
    "hymns": "hymns",
    "chorales": "hymns",
    "pop": "pop",
    PERFORMED: "pop",
    "dances with chords": "dances",
    "airdsAirs": "tune",
    "oneills1850": "tune",
    "ryansMammoth": "tune",
}


def fold_of(about):
    """`about`: of a song or its counts; all of a family are in one fold."""
    return int(hashlib.sha256(("x" + about["family"]).encode()).hexdigest(), 16) % FOLDS


def is_in(about, fold):
    """`fold`: `family`, which is the first fold without performances, or a group."""
    if fold == "family":
        return about["collection"] != PERFORMED and fold_of(about) == 0
    return GROUPS[about["collection"]] == fold
