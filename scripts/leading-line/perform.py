"""perform.py OUT SECONDS WORKERS MOST: performs the songs of pack.py for so long, hears them, and writes what is heard.

OUT/f.pt is clips × frames × WIDTH bytes, OUT/m.pt the leading line's pitch by frame (0: none), OUT/clips.json says of which song each clip is.
SOUNDFONTS: two files, the first for seven clips of ten; NOTE_NETWORK: dist/models/note-network.onnx.
"""

import json
import multiprocessing as mp
import os
import sys
import time

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
SHARES = {"known": 0.12, "tagged": 0.3, "hymns and chorales": 0.2, "dances with chords": 0.14, "tunes": 0.14, "tunes alone": 0.1}


def load_songs():
    meta = json.load(open(os.path.join(HERE, "songs.json")))
    z = np.load(os.path.join(HERE, "songs.npz"))
    start, idx = np.cumsum(z["start"]), z["idx"]
    notes = np.column_stack([start, start + z["length"], z["pitch"], z["vel"], z["voice"]])
    return [{**m, "notes": notes[idx[i] : idx[i + 1]]} for i, m in enumerate(meta)]


def worker(number, until, folder, queue):
    from arrange import CLIP_SECONDS, painted, performance
    from render import Synth

    songs = load_songs()
    rng = np.random.default_rng(1000 + number)
    kinds = {}
    for i, song in enumerate(songs):
        kinds.setdefault(song["kind"], []).append(i)
    names = list(kinds)
    odds = np.array([SHARES[k] for k in names])
    decks = {k: [] for k in names}
    synths = [Synth(path) for path in os.environ["SOUNDFONTS"].split(":")]
    made = 0
    while time.time() < until:
        kind = str(rng.choice(names, p=odds / odds.sum()))
        if not decks[kind]:
            decks[kind] = list(rng.permutation(kinds[kind]))
        i = int(decks[kind].pop())
        try:
            found = performance(songs[i], rng)
        except Exception as error:
            print("performance failed", songs[i]["id"], repr(error), flush=True)
            continue
        if found is None:
            continue
        notes, programs, pans, line = found
        sound = synths[int(rng.random() < 0.3)].render(notes, programs, pans, CLIP_SECONDS)
        peak = np.abs(sound).max()
        if peak < 0.01:
            continue
        sound *= min(1.0, 0.99 / peak)
        frames = -(-sound.shape[1] // 512)
        path = os.path.join(folder, f"{number}-{made}.npy")
        np.save(path, np.round(sound * 32767).astype(np.int16))
        queue.put((i, path, painted(line, frames, 22_050 / 512)))
        made += 1
    queue.put(None)


def main(out, seconds, workers, most):
    begun = time.time()
    os.makedirs(out, exist_ok=True)
    folder = "/dev/shm/clips"
    os.makedirs(folder, exist_ok=True)
    context = mp.get_context("spawn")
    queue = context.Queue()
    processes = [context.Process(target=worker, args=(n, begun + seconds, folder, queue), daemon=True) for n in range(workers)]
    for p in processes:
        p.start()
    import torch

    from features import WIDTH, Features
    from gathering import batches

    torch.set_num_threads(2)
    torch.backends.cudnn.benchmark = False
    device = "cuda" if torch.cuda.is_available() else "cpu"
    hear = Features(os.environ["NOTE_NETWORK"], device)
    songs = json.load(open(os.path.join(HERE, "songs.json")))
    frames, batch = -(-int(30.0 * 22_050) // 512), 8
    most = int(most)
    f = torch.empty((most, frames, WIDTH), dtype=torch.uint8, device=device)
    m = np.zeros((most, frames), np.uint8)
    clips = []
    for waiting in batches(queue, workers, batch, most):
        sounds = torch.from_numpy(np.stack([np.load(path) for _, path, _ in waiting])).to(device).float() / 32767
        f[len(clips) : len(clips) + len(waiting)] = hear.of(sounds)
        for i, path, track in waiting:
            m[len(clips)] = track
            clips.append({k: songs[i][k] for k in ("id", "group", "kind", "family")})
            os.unlink(path)
    for p in processes:
        p.terminate()
    n = len(clips)
    torch.save(f[:n].cpu(), os.path.join(out, "f.pt"))
    torch.save(torch.from_numpy(m[:n]), os.path.join(out, "m.pt"))
    json.dump(clips, open(os.path.join(out, "clips.tmp"), "w"))
    os.rename(os.path.join(out, "clips.tmp"), os.path.join(out, "clips.json"))
    print(f"{time.time() - begun:.0f} s: {n} clips written", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]))
