"""What the bench writes of songs whose melody is known (bench/description/melody/looks.ts): candidates, and what is measured of those in the sequence."""

import json
import os

import numpy as np

CANDIDATE_COLUMNS = ["startFrame", "endFrame", "midi", "firstAnswer", "isInSequence", "isMelody", "weight", "isClear"]


class Example:
    """`rows`: N × measures, of the candidates in the sequence; `places`: which these are."""

    def __init__(s, about, candidates, rows):
        s.song, s.role, s.is_main = about["song"], about["role"], about["isMain"]
        s.group, s.kind = about["group"], about["kind"]
        s.frames_per_second, s.seconds = about["framesPerSecond"], about["seconds"]
        s.truth = about["truth"]
        s.start, s.end, s.midi, s.first = candidates[:, :4].T.astype(np.float64)
        s.places = np.flatnonzero(candidates[:, 4])
        s.label, s.weight = candidates[s.places, 5], candidates[s.places, 6]
        s.clear = candidates[:, 7] > 0
        s.rows = rows

    def with_answers(s, answers):
        """Log-odds of all candidates: the first answer of those that are not in the sequence."""
        odds = s.first.copy()
        odds[s.places] = answers
        return odds


def load(folder):
    """All examples of a set, and the names of the measures."""
    with open(os.path.join(folder, "looks.json")) as file:
        listed = json.load(file)
    assert listed["candidateColumns"] == CANDIDATE_COLUMNS
    names, examples, at = listed["rowColumns"], [], 0
    numbers = np.memmap(os.path.join(folder, "looks.f32"), "<f4", "r")

    def take(count, width):
        nonlocal at
        at += count * width
        return numbers[at - count * width : at].reshape(count, width)

    for about in listed["examples"]:
        candidates = np.array(take(about["candidates"], len(CANDIDATE_COLUMNS)))
        examples.append(Example(about, candidates, take(about["rows"], len(names))))
    assert at == len(numbers)
    return examples, names


def sets(folder):
    """The sets that leave songs out, in order."""
    return sorted(name for name in os.listdir(folder) if name.startswith(("round-", "without-")) or name == "reported")
