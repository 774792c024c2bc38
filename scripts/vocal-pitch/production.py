"""What is done to a voice and to a mix in a studio: colour, reverb, compression, the finished file."""

import subprocess

import numpy as np
from scipy.ndimage import uniform_filter1d
from scipy.signal import butter, fftconvolve, lfilter, sosfilt

from features import RATE

# By which ffmpeg's MP3, through a pipe, comes back late.
MP3_DELAY_SAMPLES = 1105
QUIET = ["ffmpeg", "-v", "error", "-threads", "1"]
STEREO = ["-f", "f32le", "-ac", "2", "-ar", str(RATE)]


def rms(sound):
    return np.sqrt((sound**2).mean() + 1e-12)


def equalised(rng, sound):
    hz = np.fft.rfftfreq(sound.shape[-1], 1 / RATE)
    gain = np.interp(np.log2(np.maximum(hz, 20)), np.log2([60, 200, 600, 1500, 4000, 9000]), rng.normal(0, 3, 6))
    return np.fft.irfft(np.fft.rfft(sound) * 10 ** (gain / 20), sound.shape[-1])


def reverberated(rng, sound):
    """Decaying noise, in part the same on both sides."""
    wet, n = 10 ** (-rng.uniform(2, 25) / 20), int(rng.uniform(0.2, 2.2) * RATE)
    decay, delay, width, dull = np.exp(-6.9 * np.arange(n) / n), int(rng.uniform(0, 0.03) * RATE), rng.random(), rng.uniform(0.2, 0.8)
    common, sides = rng.normal(0, 1, n), []
    for _ in range(2):
        tail = lfilter([1 - dull], [1, -dull], (width * rng.normal(0, 1, n) + (1 - width) * common) * decay)
        tail = np.pad(tail / np.sqrt((tail**2).sum()), (delay, 0))
        sides.append(fftconvolve(sound, tail)[: len(sound)] * wet)
    return np.stack(sides)


def coloured(rng, sound):
    """Overdriven, or as over a telephone, at the level that it had."""
    if rng.random() < 0.5:
        changed = np.tanh(sound / (rms(sound) * rng.uniform(0.3, 1.5)))
    else:
        changed = sosfilt(butter(2, (rng.uniform(150, 500), rng.uniform(2500, 5000)), "bandpass", fs=RATE, output="sos"), sound)
    return changed * rms(sound) / rms(changed)


def compressed(rng, sound, active):
    envelope = np.sqrt(np.maximum(uniform_filter1d(sound**2, 1500), 0) + 1e-6)
    ratio = rng.uniform(0.2, 0.9)
    return sound / envelope**ratio * np.median(envelope[active]) ** ratio


def master(rng, sound):
    """As a mix is finished: levelled, limited, through MP3."""
    u = rng.uniform
    if rng.random() < 0.5:
        envelope = np.sqrt(uniform_filter1d((sound**2).mean(0), int(u(500, 6000))) + 1e-5)
        sound = sound / envelope ** u(0.1, 0.6)
        sound = sound / rms(sound)
    if rng.random() < 0.4:
        sound = np.tanh(sound / (rms(sound) * u(1.2, 5)))
    if rng.random() < 0.12:
        sound = np.stack([sound.mean(0)] * 2)
    sound = sound / abs(sound).max() * 10 ** (-u(0, 10) / 20)
    return coded(sound, str(rng.choice(["48k", "64k", "80k", "112k"]))) if rng.random() < 0.4 else sound


def coded(sound, rate):
    """Through MP3 of `rate` bits a second, in step with what went in."""
    raw, samples = np.ascontiguousarray(sound.T, np.float32).tobytes(), sound.shape[1]
    mp3 = subprocess.run([*QUIET, *STEREO, "-i", "-", "-b:a", rate, "-f", "mp3", "-"], input=raw, capture_output=True, check=True).stdout
    back = subprocess.run([*QUIET, "-i", "-", *STEREO, "-"], input=mp3, capture_output=True, check=True).stdout
    back = np.frombuffer(back, np.float32).reshape(-1, 2).T[:, MP3_DELAY_SAMPLES:].astype(float)[:, :samples]
    return np.pad(back, ((0, 0), (0, samples - back.shape[1])))
