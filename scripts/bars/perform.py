"""perform.py PACKED OUT SECONDS WORKERS MOST: renders the performances of pack.py for so long, gives them the faults of recordings, and writes what the network sees.

OUT/x.pt is clips × frames × COLUMNS, 16-bit floats; OUT/clips.json says of each clip what is known.
SOUNDFONTS: two files, the first for seven clips of ten; NOTE_NETWORK: dist/models/note-network.onnx.
"""

import json
import multiprocessing as mp
import os
import sys
import time

import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../leading-line"))

SECONDS, RATE = 64.0, 22_050


def packed(folder):
    about = json.load(open(os.path.join(folder, "performances.json")))
    z = np.load(os.path.join(folder, "performances.npz"))
    start = np.cumsum(z["start"])
    at = np.cumsum([0] + [each["notes"] for each in about])
    rows = np.column_stack([start, start + z["length"], z["pitch"], z["velocity"], z["channel"], z["program"]])
    return about, rows, at


def worker(number, workers, folder, until, queue):
    from render import Synth

    about, rows, at = packed(folder)
    rng = np.random.default_rng(1000 + number)
    synths = [Synth(path) for path in os.environ["SOUNDFONTS"].split(":")]
    for i in range(number, len(about), workers):
        if time.time() >= until:
            break
        own = rows[at[i] : at[i + 1]]
        lead = rng.uniform(0, 2.5) if rng.random() < 0.7 else 0.0
        notes = [(s / 1000 + lead, e / 1000 + lead, int(p), int(v), int(c)) for s, e, p, v, c, _ in own]
        programs = {int(c): int(p) for c, p in own[:, 4:]}
        wide = rng.uniform(0, 50)
        pans = {c: int(np.clip(64 + wide * rng.normal(), 0, 127)) for c in programs}
        sound = synths[int(rng.random() < 0.3)].render(notes, programs, pans, SECONDS)
        peak = np.abs(sound).max()
        if peak < 0.01:
            continue
        path = f"/dev/shm/clips/{i}.npy"
        np.save(path, np.round(sound * (32767 * 0.98 / peak)).astype(np.int16))
        queue.put((i, path, lead))
    queue.put(None)


def effects(sound, generator):
    """Rooms, tone, missing bands, noise and level: some clips get some of each."""
    import torch

    n, _, size = sound.shape
    device = sound.device
    draw = lambda: torch.rand(n, 1, 1, device=device, generator=generator)
    total = size + RATE
    hertz = torch.linspace(1, RATE / 2, total // 2 + 1, device=device)[None, None]
    gain = 10 ** (((draw() - 0.5) * 14 * (draw() < 0.5)) * torch.log2(hertz / 700).clamp(-4, 4) / 4 / 20)
    high, low = 80 + 150 * draw(), 3000 + 4000 * draw()
    narrow = draw() < 0.25
    band = 1 / (1 + (high / hertz) ** 4).sqrt() / (1 + (hertz / low) ** 6).sqrt()
    gain = gain * torch.where(narrow, band, torch.ones_like(band))
    seconds = 0.25 + 1.2 * draw() ** 1.5
    time_at = torch.arange(RATE, device=device)[None, None] / RATE
    room = torch.randn(n, 2, RATE, device=device, generator=generator) * torch.exp(-6.9 * time_at / seconds) * (time_at > 0.004 + 0.02 * draw())
    room = room / room.square().sum(2, keepdim=True).sqrt() * 10 ** ((-16 + 16 * draw()) / 20) * (draw() < 0.5)
    room[:, :, 0] = 1
    spectrum = torch.fft.rfft(sound, total) * torch.fft.rfft(room, total) * gain
    sound = torch.fft.irfft(spectrum, total)[:, :, :size]
    noise = torch.fft.irfft(torch.fft.rfft(torch.randn(n, 1, size, device=device, generator=generator)) / torch.linspace(1, 120, size // 2 + 1, device=device).sqrt())
    noise = noise / noise.std(2, keepdim=True)
    level = sound.square().mean((1, 2), keepdim=True).sqrt()
    sound = sound + noise * level * 10 ** ((-60 + 35 * draw()) / 20) * (draw() < 0.5)
    peak = sound.abs().amax((1, 2), keepdim=True).clamp(min=1e-6)
    return sound / peak * 10 ** ((-13 + 12 * draw()) / 20)


def main(folder, out, seconds, workers, most):
    begun = time.time()
    os.makedirs(out, exist_ok=True)
    os.makedirs("/dev/shm/clips", exist_ok=True)
    context = mp.get_context("spawn")
    queue = context.Queue()
    processes = [context.Process(target=worker, args=(n, workers, folder, begun + seconds, queue), daemon=True) for n in range(workers)]
    for p in processes:
        p.start()
    import torch
    from gathering import batches
    from hearing import COLUMNS, HOP, BarHearing

    torch.set_num_threads(2)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    generator = torch.Generator(device).manual_seed(1)
    hear = BarHearing(os.environ["NOTE_NETWORK"], device)
    about, _, _ = packed(folder)
    frames, batch = -(-int(SECONDS * RATE) // HOP), 8 if device == "cuda" else 2
    x = torch.empty((most, frames, COLUMNS), dtype=torch.float16, device=device)
    clips = []
    for waiting in batches(queue, workers, batch, most):
        sounds = torch.from_numpy(np.stack([np.load(path) for _, path, _ in waiting])).to(device).float() / 32767
        x[len(clips) : len(clips) + len(waiting)] = hear.of(effects(sounds, generator)).half()
        for i, path, lead in waiting:
            each = about[i]
            clips.append({**each, "beats": [round(time + lead, 3) for time in each["beats"]]})
            os.unlink(path)
    for p in processes:
        p.terminate()
    torch.save(x[: len(clips)].cpu(), os.path.join(out, "x.pt"))
    json.dump(clips, open(os.path.join(out, "clips.json"), "w"))
    print(f"{time.time() - begun:.0f} s: {len(clips)} clips written, mean {x[:len(clips)].float().mean():.4f}", flush=True)


if __name__ == "__main__":
    folder, out, seconds, workers, most = sys.argv[1:]
    main(folder, out, float(seconds), int(workers), int(most))
