"""What the bar network sees of sounds, in batches on a GPU: src/music/rhythm/bar-features.ts on what the product measures (src/signal/, the note network)."""

import os
import sys

import numpy as np
import torch
from torch.nn import functional as F

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../leading-line"))
from features import BANDS, HOP, KEPT, MARGIN, NETWORK_HOP, NETWORK_WINDOW, RATE, WINDOW, NoteNetwork, band_map, triangles  # noqa: E402

SEMITONES, PARTS, OCTAVES, KEYS, LOWEST_KEY, BASS_KEYS = 83, 21, 7, 88, 21, 33
NOTE_FLOOR, AVERAGING_FRAMES = 50, 258
SPANS = (11, 22, 43, 86)
FLUX_WINDOW, FLUX_LOWEST_HZ, FLUX_PER_OCTAVE, FLUX_LOW_BANDS = 1024, 40, 6, 13
COLUMNS = 2 * PARTS + 4 + OCTAVES + 3 * len(SPANS) + 48


def flux_map():
    count = int(np.floor(np.log2(10_000 / FLUX_LOWEST_HZ) * FLUX_PER_OCTAVE)) + 1
    return triangles(count, FLUX_LOWEST_HZ, FLUX_PER_OCTAVE, FLUX_WINDOW)


def largest_of_three(padded):
    """Of every second place and those beside it; `padded` has one place more at either end."""
    return torch.maximum(torch.maximum(padded[:, 0:-2:2], padded[:, 1:-1:2]), padded[:, 2::2])


def smooth(x):
    p = F.pad(x[:, None], (2, 2), mode="replicate")
    return F.conv1d(p, x.new_tensor([[[1.0, 4, 6, 4, 1]]]) / 16)[:, 0]


def standardised(x):
    n = x.shape[1]
    spread = x.std(1, unbiased=False, keepdim=True)
    sums = F.pad(x.double().cumsum(1), (1, 0))
    at = torch.arange(n, device=x.device)
    first, last = (at - AVERAGING_FRAMES).clamp(min=0), (at + AVERAGING_FRAMES + 1).clamp(max=n)
    mean = ((sums[:, last] - sums[:, first]) / (last - first)).float()
    return torch.where(spread > 1e-9, ((x - mean) / spread.clamp(min=1e-9)).clamp(max=6), torch.zeros_like(x))


class BarHearing:
    def __init__(s, network, device):
        s.network, s.device = NoteNetwork(network, device), device
        s.map, s.flux_map = (torch.from_numpy(m.T.copy()).to(device) for m in (band_map(), flux_map()))
        hann = lambda size: torch.from_numpy((0.5 - 0.5 * np.cos(2 * np.pi * np.arange(size) / size)).astype(np.float32)).to(device)
        s.hann, s.short_hann = hann(WINDOW), hann(FLUX_WINDOW)
        classes = torch.zeros(KEYS, 24)
        octaves = torch.zeros(KEYS, OCTAVES)
        for key in range(KEYS):
            classes[key, (12 if key < BASS_KEYS else 0) + (key + LOWEST_KEY) % 12] = 1
            octaves[key, min(OCTAVES - 1, key // 12)] = 1
        s.classes, s.octaves = classes.to(device), octaves.to(device)

    @torch.no_grad()
    def of(s, stereo):
        """clips × 2 × samples → clips × frames × COLUMNS."""
        n, _, size = stereo.shape
        frames = -(-size // HOP)
        mono = stereo.mean(1)
        steps = s.steps(stereo, frames)
        onsets, notes = s.keys(mono, frames)
        levels, rises = s.levels(steps)
        curves = s.curves(mono, onsets, frames)
        of_key = lambda values: ((s.three(values) - NOTE_FLOOR) / 205).clamp(min=0)
        begins, sounds = of_key(onsets), of_key(notes)
        octaves = (begins @ s.octaves).clamp(max=2)
        classes = torch.cat([(begins @ s.classes).clamp(max=2), (sounds @ s.classes).clamp(max=2)], 2)
        changes = [s.changes(x, is_level) for x, is_level in ((classes[:, :, 24:36], False), (classes[:, :, 36:], False), (levels, True))]
        return torch.cat([levels, rises, curves, octaves, *changes, classes], 2)

    def steps(s, stereo, frames):
        padded = F.pad(stereo, (WINDOW // 2, WINDOW))
        power = 0
        for channel in (0, 1):
            power = power + torch.fft.rfft(padded[:, channel].unfold(1, WINDOW, HOP)[:, :frames] * s.hann).abs().square()
        return (((10 * torch.log10((power / 2) @ s.map + 1e-10) + 60) * 2).round()).clamp(0, 255)

    def keys(s, mono, frames):
        """Onsets and notes of the note network, 0 to 255, twice `frames`."""
        n = mono.shape[0]
        windows = -(-2 * frames // KEPT)
        sound = F.pad(mono, (MARGIN * NETWORK_HOP, NETWORK_WINDOW))
        need = (windows - 1) * KEPT * NETWORK_HOP + NETWORK_WINDOW
        sound = F.pad(sound, (0, max(0, need - sound.shape[1])))
        cut = sound.unfold(1, NETWORK_WINDOW, KEPT * NETWORK_HOP)[:, :windows]
        _, notes, onsets = s.network(cut.reshape(n * windows, NETWORK_WINDOW, 1))
        whole = lambda y: (255 * y.reshape(n, windows * KEPT, KEYS)[:, : 2 * frames]).round()
        return whole(onsets), whole(notes)

    @staticmethod
    def three(values):
        """Of each second frame the largest of itself and its neighbours."""
        return largest_of_three(torch.cat([values[:, :1], values, values[:, -1:]], 1))

    @staticmethod
    def levels(steps):
        n, frames, _ = steps.shape
        power = 10 ** ((steps / 2 - 60) / 10)
        mean = 10 * torch.log10(power.mean((1, 2), keepdim=True) + 1e-6)
        scaled = ((steps / 2 - 60 - mean).clamp(-50, 30) + 15) / 20
        now = scaled[:, :, : 3 * SEMITONES].reshape(n, frames, SEMITONES, 3).amax(3)
        before = torch.cat([now[:, :1], now[:, :1], now[:, :-2]], 1)
        earlier = F.max_pool1d(before.reshape(1, n * frames, SEMITONES), 3, 1, 1).reshape(n, frames, SEMITONES)
        rise = (now - earlier).clamp(min=0)
        parts = lambda x: torch.stack([x[:, :, 4 * p : 4 * p + 4].mean(2) for p in range(PARTS)], 2)
        return parts(now), (3 * parts(rise)).clamp(max=3)

    def curves(s, mono, onsets, frames):
        padded = F.pad(mono, (FLUX_WINDOW // 2, FLUX_WINDOW))
        power = torch.fft.rfft(padded.unfold(1, FLUX_WINDOW, NETWORK_HOP)[:, : 2 * frames] * s.short_hann).abs().square()
        bands = torch.log1p(20 * (power @ s.flux_map).sqrt())
        n, count, width = bands.shape
        earlier = F.max_pool1d(bands.reshape(1, n * count, width), 3, 1, 1).reshape(n, count, width)
        rise = F.pad((bands[:, 2:] - earlier[:, :-2]).clamp(min=0), (0, 0, 2, 0))
        heard = torch.where(onsets < NOTE_FLOOR, torch.zeros_like(onsets), onsets)
        low = heard[:, :, :BASS_KEYS].sum(2)
        curves = [rise.sum(2), rise[:, :, :FLUX_LOW_BANDS].sum(2), heard.sum(2) + low, low]
        values = torch.stack([standardised(smooth(curve)) for curve in curves], 2)
        return largest_of_three(F.pad(values, (0, 0, 1, 1), value=-1))[:, :frames] / 3

    @staticmethod
    def changes(x, is_level):
        n, frames, width = x.shape
        sums = F.pad(x.double().cumsum(1), (0, 0, 1, 0))
        at = torch.arange(frames, device=x.device)
        out = []
        for span in SPANS:
            first, last = (at - span).clamp(min=0), (at + span).clamp(max=frames)
            a = ((sums[:, at] - sums[:, first]) / (at - first).clamp(min=1)[:, None]).float()
            b = ((sums[:, last] - sums[:, at]) / (last - at).clamp(min=1)[:, None]).float()
            if is_level:
                out.append((2 * (a - b).abs().sum(2) / width).clamp(max=2))
            else:
                out.append(1 - (a * b).sum(2) / ((a.square().sum(2) + 1e-3) * (b.square().sum(2) + 1e-3)).sqrt())
        return torch.stack(out, 2)
