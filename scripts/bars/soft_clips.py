"""soft_clips.py PACKED WEIGHTS OUT SECONDS [family]: performances of pack.py whose voices all begin softly (organs, strings, choirs, brass, reeds), without drums,
slowed to 45 to 100 beats a minute, half as loud in their accents, and most of them in a long reverberation: what recordings of choirs and orchestras are
like, of which perform.py makes few. Writes them to OUT as bench/description/bars/ keeps songs (.feat, .json), with the answers of the network that has not
learnt from the song's group of collections beside them (.places). Some 2.5 CPU seconds a clip. None of the fold
`family`, or, to judge by, of that fold alone.

SOUNDFONTS and NOTE_NETWORK: as perform.py.
"""

import json
import os
import sys
import time

import numpy as np
import torch

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../leading-line"))

from folds import COMPOUND, GROUPS, PERFORMED, is_in
from hearing import BarHearing
from network import POOL, from_file
from perform import RATE, SECONDS, effects, packed
from render import Synth
from songs import STEPS

SOFT = {16, 19, 20, 21, 40, 41, 42, 43, 44, 48, 49, 50, 51, 52, 53, 54, 56, 57, 58, 60, 61, 68, 70, 71, 73, 89, 91}
DRUMS = 9
# How often songs of a collection are taken; those in three some twice as often.
SHARES = {"hymns": 3, "chorales": 2.5, "dances with chords": 1.2, "airdsAirs": 0.8, "oneills1850": 0.8, "ryansMammoth": 0.6, "pop": 0.8}
OF_THREE = 2.2
# Beats a minute: drawn evenly by their logarithm. A song is made at most so much faster or slower.
SLOW, SLOW_COMPOUND, PACES = (45, 100), (38, 80), (0.7, 2.2)
ACCENTS = 0.6
REVERBERANT, REVERBERATION_SECONDS, WET_DECIBELS, DARK_HERTZ = 0.8, (1.2, 3.6), (-9, 4), (2000, 6000)
FEWEST_NOTES = 40
# Of the note network, in which a song's extent is given.
FRAMES_PER_SECOND = 2 * RATE / 512


def order(about, rows, at, rng, is_of_fold):
    def is_soft(own):
        return not (own[:, 4] == DRUMS).any() and set(own[:, 5]) <= SOFT

    drawn = []
    for i, each in enumerate(about):
        share = SHARES.get(each["collection"], 0) * (OF_THREE if each["meter"] == 3 else 1)
        key = rng.random()
        if each["collection"] != PERFORMED and share > 0 and is_in(each, "family") == is_of_fold and is_soft(rows[at[i] : at[i + 1]]):
            drawn.append((key / share, i))
    return [i for _, i in sorted(drawn)]


def reverberant(sound, rng, generator):
    """Noise that dies away exponentially, and sooner at high frequencies."""
    size, length = sound.shape[2], int(rng.uniform(*REVERBERATION_SECONDS) * RATE)
    total = size + length
    room = torch.randn(1, 2, length, generator=generator) * torch.exp(-6.9 * torch.arange(length) / length)
    hertz = torch.linspace(1, RATE / 2, total // 2 + 1)
    room = torch.fft.irfft(torch.fft.rfft(room, total) / (1 + (hertz / rng.uniform(*DARK_HERTZ)) ** 2).sqrt(), total)[:, :, :length]
    room = room / room.square().sum(2, keepdim=True).sqrt() * 10 ** (rng.uniform(*WET_DECIBELS) / 20)
    room[:, :, 0] += 1
    sound = torch.fft.irfft(torch.fft.rfft(sound, total) * torch.fft.rfft(room, total), total)[:, :, :size]
    return sound / sound.abs().max() * 0.98


def slowed(each, own, rng):
    """→ notes of the synthesizer, and seconds of the beats."""
    beats = np.array(each["beats"])
    slowest, fastest = SLOW_COMPOUND if each["signature"] in COMPOUND else SLOW
    bpm = slowest * (fastest / slowest) ** rng.random()
    pace = float(np.clip(60 / np.median(np.diff(beats)) / bpm, *PACES))
    lead = rng.uniform(0, 2.5) if rng.random() < 0.7 else 0.0
    soften = lambda velocity: int(np.clip(64 + (velocity - 64) * ACCENTS, 1, 127))
    notes = [(s / 1000 * pace + lead, e / 1000 * pace + lead, int(p), soften(v), int(c)) for s, e, p, v, c, _ in own]
    return [note for note in notes if note[0] < SECONDS - 1], beats * pace + lead


def main(folder, weights, out, seconds, fold=None):
    begun = time.time()
    torch.set_num_threads(1)
    os.makedirs(out, exist_ok=True)
    about, rows, at = packed(folder)
    networks = {own: from_file(f"{weights}/{own}.pt") for own in ({"family"} if fold else set(GROUPS.values()))}
    synths = [Synth(path) for path in os.environ["SOUNDFONTS"].split(":")]
    hear = BarHearing(os.environ["NOTE_NETWORK"], "cpu")
    generator = torch.Generator("cpu").manual_seed(5)
    for i in order(about, rows, at, np.random.default_rng(23), fold is not None):
        if time.time() > begun + seconds:
            break
        each, own, rng = about[i], rows[at[i] : at[i + 1]], np.random.default_rng(90_000 + i)
        notes, beats = slowed(each, own, rng)
        if len(notes) < FEWEST_NOTES:
            continue
        programs = {int(channel): int(program) for channel, program in own[:, 4:]}
        wide = rng.uniform(0, 50)
        pans = {channel: int(np.clip(64 + wide * rng.normal(), 0, 127)) for channel in programs}
        sound = synths[int(rng.integers(len(synths)))].render(notes, programs, pans, SECONDS)
        if np.abs(sound).max() < 0.01:
            continue
        sound = torch.from_numpy((sound / np.abs(sound).max() * 0.98).astype(np.float32))[None]
        if rng.random() < REVERBERANT:
            sound = reverberant(sound, rng, generator)
        with torch.no_grad():
            features = np.round(hear.of(effects(sound, generator))[0].numpy() * STEPS).astype(np.int16)
            given = np.pad(features.astype(np.float32) / STEPS, ((0, -len(features) % POOL), (0, 0)))
            places, _ = networks[fold or GROUPS[each["collection"]]](torch.from_numpy(given[None]))
        path = f"{out}/soft-{i}"
        features.tofile(f"{path}.feat")
        places[0, : len(features)].numpy().tofile(f"{path}.places")
        first, last = min(note[0] for note in notes), min(SECONDS, max(note[1] for note in notes))
        heard = [round(float(time), 3) for time in beats if time < last + 0.1]
        known = {key: each[key] for key in ("collection", "family", "signature", "meter")}
        extent = [int(first * FRAMES_PER_SECOND), int(last * FRAMES_PER_SECOND)]
        downbeats = [beat for beat in each["downbeats"] if beat < len(heard)]
        with open(f"{path}.json", "w") as file:
            json.dump({"name": f"soft-{i}", **known, "beats": heard, "downbeats": downbeats, "reported": False, "sketched": False, "extent": extent, "earlier": None}, file)


if __name__ == "__main__":
    folder, weights, out, seconds, *fold = sys.argv[1:]
    main(folder, weights, out, float(seconds), *fold)
