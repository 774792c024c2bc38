"""student.py OUT WEIGHTS SONG.mp3…: real songs, changed; their targets are what the network of WEIGHTS is sure of (Xie et al., CVPR 2020).

Beside a song may be SONG.words.csv, whose words are where someone sings. Of the pitches, NaN is no voice; −50 a voice whose
pitch is unknown; −100 nothing known.
"""

import csv
import os
import subprocess
import sys

import numpy as np
import torch

from features import HOP, RATE, Contours, bands
from network import PITCHES, Network, scaled
from production import QUIET, STEREO, equalised, master, reverberated, rms
from train import UNKNOWN, UNKNOWN_PITCH, moved

LONGEST_SECONDS, WINDOW, MARGIN = 170, 256, 32
SINGS, NO_VOICE, SURE = 0.6, 0.1, 0.6


def load(path, factor=1.0):
    filters = f"aresample=44100,asetrate={int(44100 * factor)},aresample={RATE}"
    command = [*QUIET, "-i", path, "-t", str(LONGEST_SECONDS), "-af", filters, *STEREO, "-"]
    return np.frombuffer(subprocess.run(command, capture_output=True, check=True).stdout, np.float32).reshape(-1, 2).T.astype(float)


def answers(network, f, c):
    """Probabilities of pitches and voice, by windows as the product takes them."""
    frames = f.shape[1]
    pitches, voice = np.zeros((frames, PITCHES), np.float32), np.zeros(frames, np.float32)
    for first in range(0, frames, WINDOW - 2 * MARGIN):
        rows = np.arange(first - MARGIN, first - MARGIN + WINDOW)
        inside = (rows >= 0) & (rows < frames)
        levels, contours = np.zeros((2, WINDOW, 250), np.uint8), np.zeros((WINDOW, PITCHES), np.float32)
        levels[:, inside], contours[inside] = f[:, rows[inside]], c[rows[inside]] / 255
        with torch.no_grad():
            z, v = network(scaled(torch.from_numpy(levels[None])), torch.from_numpy(contours[None]))
        take = min(WINDOW - 2 * MARGIN, frames - first)
        pitches[first : first + take] = z[0].softmax(1).numpy()[MARGIN : MARGIN + take]
        voice[first : first + take] = torch.sigmoid(v[0]).numpy()[MARGIN : MARGIN + take]
    return pitches, voice


def path_of(pitches):
    """The likeliest path of bins; a change costs as much as its width, at most 3.5."""
    bins = np.arange(PITCHES)
    scores, costs = np.log(pitches + 1e-4), np.minimum(0.5 * abs(bins[:, None] - bins), 3.5)
    back, best = np.zeros(pitches.shape, int), scores[0]
    for frame in range(1, len(pitches)):
        reached = best[None] - costs
        back[frame] = reached.argmax(1)
        best = reached[bins, back[frame]] + scores[frame]
    line = np.zeros(len(pitches), int)
    line[-1] = best.argmax()
    for frame in range(len(pitches) - 1, 0, -1):
        line[frame - 1] = back[frame, line[frame]]
    return line


def targets(network, f, c, words):
    """Pitch, or what is known of the voice, of each frame: the mean of three keys."""
    keys = [(k, *answers(network, moved(f, k), moved(c, k, 0))) for k in (-4, 0, 4)]
    pitches, voice = np.mean([np.roll(p, -k, 1) for k, p, _ in keys], 0), np.mean([v for _, _, v in keys], 0)
    line, near = path_of(pitches), np.arange(-2, 3)
    around = np.clip(line[:, None] + near, 0, PITCHES - 1)
    shares = np.take_along_axis(pitches, around, 1)
    known = (voice > SINGS) & (shares.sum(1) > SURE) & (line > 1) & (line < PITCHES - 2)
    midi = np.full(len(line), float(UNKNOWN))
    midi[voice > SINGS], midi[voice < NO_VOICE] = UNKNOWN_PITCH, np.nan
    midi[known] = 36 + ((shares * around).sum(1) / shares.sum(1))[known] / 3
    if words:
        at = np.arange(len(line)) * HOP / RATE
        inside, close = (np.any([(at >= a - gap) & (at <= b + 1.5 * gap) for a, b in words], 0) for gap in (0, 0.4))
        midi[~close] = np.where(known[~close], UNKNOWN, np.nan)
        midi[inside & np.isnan(midi)] = UNKNOWN
        midi[inside & (voice <= SINGS) & (voice >= 0.3)] = UNKNOWN_PITCH
    return midi


def main(out, weights, songs):
    torch.set_num_threads(1)
    network, rng, contours = Network(), np.random.default_rng(5), Contours(os.environ["NOTE_NETWORK"])
    network.load_state_dict(torch.load(weights))
    network.eval()
    os.makedirs(out, exist_ok=True)
    for place, song in enumerate(songs):
        table = os.path.splitext(song)[0] + ".words.csv"
        words = [(float(a), float(b)) for a, b, *_ in list(csv.reader(open(table)))[1:]] if os.path.exists(table) else None
        for version, semitones in enumerate((0, rng.uniform(-2.5, -1), rng.uniform(1, 2.5))):
            factor = 2 ** (semitones / 12)
            sound = load(song, factor)
            if version == 0:
                f = bands(sound)
                c = contours.of(sound.mean(0), f.shape[1])
                known = truth = targets(network, f, c, words)
            else:
                mid, side = equalised(rng, sound.mean(0)), (sound[0] - sound[1]) / 2 * rng.uniform(0.5, 1.5)
                sound = np.stack([mid + side, mid - side])
                sound /= rms(sound)
                if rng.random() < 0.5:
                    sound += reverberated(rng, sound.mean(0))[0] * 0.5
                sound = master(rng, sound)
                f = bands(sound)
                c = contours.of(sound.mean(0), f.shape[1])
                truth = known[np.clip((np.arange(f.shape[1]) * factor).round().astype(int), 0, len(known) - 1)].copy()
                truth[truth > 0] += semitones
            np.savez(f"{out}/s{place}_{version}.npz", f=f, c=c, m=truth.astype(np.float32))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
