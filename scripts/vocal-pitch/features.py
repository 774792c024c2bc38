"""What the product measures of a recording: src/signal/centre-salience.ts and src/analyses/describe/note-network.ts."""

import numpy as np
import onnxruntime
from scipy.sparse import csr_matrix

RATE, WINDOW, HOP, BANDS, PITCHES = 22_050, 4096, 512, 250, 145
NETWORK_WINDOW, NETWORK_MARGIN, NETWORK_KEPT, NETWORK_HOP = 43_844, 15, 142, 256
FIRST_CONTOUR = 46
HANN = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / WINDOW)


def band_map():
    """Triangular bands, 36 an octave from C2."""
    lowest, spacing = 440 * 2 ** ((36 - 69) / 12), RATE / WINDOW
    rows = np.zeros((BANDS, WINDOW // 2 + 1), np.float32)
    for band in range(BANDS):
        below, centre, above = (lowest * 2 ** (b / 36) / spacing for b in (band - 1, band, band + 1))
        below, above = min(below, centre - 1), max(above, centre + 1)
        for k in range(max(0, int(np.floor(below)) + 1), min(WINDOW // 2, int(np.ceil(above)) - 1) + 1):
            rows[band, k] = (k - below) / (centre - below) if k <= centre else (above - k) / (above - centre)
    return csr_matrix(rows)


MAP = band_map()


def bands(stereo):
    """2 × frames × BANDS bytes, mix and centre: half decibels from −60 dB."""
    frames = int(np.ceil(stereo.shape[1] / HOP))
    padded = np.pad(stereo, ((0, 0), (WINDOW // 2, WINDOW)))
    at = np.arange(frames)[:, None] * HOP + np.arange(WINDOW)
    left, right = (np.fft.rfft((padded[channel][at] * HANN).astype(np.float32)) for channel in (0, 1))
    total, cross = abs(left) ** 2 + abs(right) ** 2, 2 * (left * right.conj()).real
    centre = (total + cross) / 4 * np.maximum(0, cross / (total + 1e-20)) ** 4
    power = []
    for spectrum in (total / 2, centre):
        spectrum[:, [0, -1]] = 0
        power.append((MAP @ spectrum.T).T)
    return np.clip(np.round((10 * np.log10(np.stack(power) + 1e-10) + 60) * 2), 0, 255).astype(np.uint8)


class Contours:
    """The note network's contours, thirds of a semitone from C2, as bytes."""

    def __init__(self, path):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(path, options)

    def of(self, mono, frames):
        sound = np.concatenate([np.zeros(NETWORK_MARGIN * NETWORK_HOP), mono, np.zeros(NETWORK_WINDOW)]).astype(np.float32)
        parts, at = [], 0
        while len(parts) * NETWORK_KEPT < 2 * frames:
            window = sound[at : at + NETWORK_WINDOW].reshape(1, -1, 1)
            parts.append(self.session.run(None, {"samples": window})[0][0])
            at += NETWORK_KEPT * NETWORK_HOP
        pairs = np.concatenate(parts)[: 2 * frames].reshape(frames, 2, -1).max(1)
        return np.round(255 * pairs[:, FIRST_CONTOUR : FIRST_CONTOUR + PITCHES]).astype(np.uint8)
