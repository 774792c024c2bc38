"""train.py DATA OUT FOLDS SECONDS: a network for each fold, one after another, each for its share of SECONDS.

DATA is what perform.py writes. A fold is what a network does not learn from, and is judged by; OUT/FOLD.pt are its weights. Of `family` that is a fifth of the
families (folds.py), of the others a group of collections with all families that it has.
"""

import argparse
import json
import math
import os
import time

import numpy as np
import torch
from folds import COMPOUND, PERFORMED, is_in
from network import POOL, TEMPI, Network
from songs import RATE
from torch.nn import functional as F

FRAMES, CLIPS = 2560, 24
CHROMA = 113 - 48
PARTS = 21
# Beats a minute that songs are heard at: log-normal, the median and the spread in octaves. Collections of scores have the tempi that they are performed at,
# performances their own; POP909-CL's files have tempi that nobody set, mostly 100 or 120, where the twelve choosing songs of POP909 were played at 56 to 136, 75 in the middle.
HEARD_AT = {"pop": (78, 0.4), "pop in eighths": (130, 0.3), "compound": (60, 0.5), "other": (88, 0.5)}
# A song is made at most so much slower or faster.
PACES = {"pop": (0.42, 1.3), "other": (0.6, 1.45)}
# Of all clips that are learnt from.
PERFORMED_SHARE = 0.05
SLOWEST = 35


def left_out(clips, fold):
    """The fold's clips, and of a group all others of its families."""
    own = [fold != "none" and is_in(clip, fold) for clip in clips]
    families = {clip["family"] for clip, is_own in zip(clips, own) if is_own and fold != "family"}
    return np.array([is_own or clip["family"] in families for clip, is_own in zip(clips, own)])


class Data:
    """All clips on the device."""

    def __init__(s, folder, device):
        s.device = device
        s.x = torch.load(os.path.join(folder, "x.pt")).to(device)
        s.clips = clips = json.load(open(os.path.join(folder, "clips.json")))
        most = max(len(clip["beats"]) for clip in clips)
        beats = np.full((len(clips), most), -1e6, np.float32)
        first = np.zeros((len(clips), most), bool)
        pace = np.zeros((len(clips), 4), np.float32)
        end = np.zeros(len(clips), np.float32)
        for i, clip in enumerate(clips):
            times = np.array(clip["beats"]) * RATE
            beats[i, : len(times)] = times
            first[i, clip["downbeats"]] = True
            step = np.median(np.diff(times))
            end[i] = min(s.x.shape[1], times[-1] + 4 * step)
            bpm = 60 * RATE / float(step)
            kind = "compound" if clip["signature"] in COMPOUND else "other"
            if clip["collection"] == "pop":
                kind = "pop in eighths" if clip["signature"] == "3/8" else "pop"
            median, octaves = HEARD_AT[kind]
            pace[i] = (median / bpm, octaves, *PACES.get(clip["collection"], PACES["other"]))
            if clip["collection"] == PERFORMED:
                pace[i] = (1, 0.15, 0.5, 2)
        put = lambda a: torch.from_numpy(a).to(device)
        s.beats, s.first, s.pace, s.end = put(beats), put(first), put(pace), put(end)
        s.three = put(np.array([float(clip["meter"] == 3) for clip in clips], np.float32))
        s.compound = put(np.array([float(clip["signature"] in COMPOUND) for clip in clips], np.float32))

    def odds(s, out):
        performed = np.array([clip["collection"] == PERFORMED for clip in s.clips]) & ~out
        odds = (~out).astype(float)
        odds[performed] = PERFORMED_SHARE * (~out).sum() / max(1, performed.sum())
        return torch.from_numpy(np.cumsum(odds / odds.sum()).astype(np.float32)).to(s.device)

    def crops(s, which, pace, start, frames):
        """Features and truth of `frames` frames from `start` on, `pace` times as fast."""
        n, d, size = len(which), s.device, s.x.shape[1]
        at = start[:, None] + pace[:, None] * torch.arange(frames, device=d)
        low = at.floor().long()
        share = (at - low)[:, :, None]
        inside = (low >= 0) & (low < size - 1)
        rows = (which[:, None] * size + low.clamp(0, size - 2)).reshape(-1)
        flat = s.x.reshape(-1, s.x.shape[2])
        a, b = (flat[rows + k].reshape(n, frames, -1).float() for k in (0, 1))
        x = (a + (b - a) * share) * inside[:, :, None]
        places = (s.beats[which] - start[:, None]) / pace[:, None]
        y = torch.zeros(n, 2 * (frames + 8), device=d)
        for offset in (-1, 0, 1, 2):
            frame = places.floor() + offset
            value = (1 - (frame - places).abs() / 1.6).clamp(min=0)
            column = (frame + 4).clamp(0, frames + 7).long() + (frames + 8) * s.first[which]
            y.scatter_reduce_(1, column, value * ((frame >= 0) & (frame < frames)), "amax")
        y = y.reshape(n, 2, frames + 8)[:, :, 4:-4].permute(0, 2, 1)
        y = torch.cat([1 - y.sum(2, keepdim=True).clamp(0, 1), y], 2)
        time_at = torch.arange(frames, device=d)[None]
        last = places.amax(1, keepdim=True)
        known = inside & (time_at > places[:, :1] - 4) & (time_at < last + 4)
        middle = torch.arange(POOL // 2, frames, POOL, device=d).float()
        nearest = (places[:, None, :-1] - middle[None, :, None]).abs().argmin(2).clamp(max=places.shape[1] - 2)
        step = places.gather(1, nearest + 1) - places.gather(1, nearest)
        tempo = 9 * torch.log2(60 * RATE / step.clamp(min=4, max=400) / SLOWEST)
        sure = (step > 4) & (step < 400)
        return x, y, known, tempo, sure

    def drawn(s, odds, clips, frames):
        d = s.device
        which = torch.searchsorted(odds, torch.rand(clips, device=d)).clamp(max=len(s.clips) - 1)
        median, octaves, lowest, highest = s.pace[which].unbind(1)
        pace = torch.minimum(torch.maximum(median * 2 ** (octaves * torch.randn(clips, device=d)), lowest), highest)
        spare = s.end[which] - frames * pace
        start = spare * torch.rand(clips, device=d) * (torch.rand(clips, device=d) < 0.65)
        x, y, known, tempo, sure = s.crops(which, pace, start, frames)
        return s.changed(x), y, known, tempo, sure, s.three[which], s.compound[which]

    def changed(s, x):
        """In another key, with another colour, without some of what is measured."""
        n, frames, d = x.shape[0], x.shape[1], x.device
        draw = lambda *size: torch.rand(n, *size, device=d)
        normal = lambda *size: torch.randn(n, *size, device=d)
        key = torch.randint(12, (n, 1, 1, 1), device=d)
        turned = (torch.arange(12, device=d) - key) % 12
        chroma = x[:, :, CHROMA:].reshape(n, frames, 4, 12)
        chroma = chroma.gather(3, turned.expand(n, frames, 4, 12)).reshape(n, frames, 48)
        without = (draw(1, 1) < 0.15) * torch.randint(2, (n, 1, 1), device=d)
        bare = draw(1, 1) < 0.08
        keep = torch.ones(n, 1, 48, device=d)
        half = torch.arange(48, device=d)[None, None] >= 24
        keep = keep * ~(bare & ~half) * ~((without > 0) & half)
        chroma = chroma * keep
        colour = F.interpolate(0.2 * normal(1, 4), size=PARTS, mode="linear", align_corners=True) + 0.2 * normal(1, 1)
        levels = x[:, :, :PARTS] + colour
        floor = -1.5 + 1.3 * draw(1, 1) - 9 * (draw(1, 1) >= 0.3)
        levels = torch.maximum(levels, floor)
        rises = x[:, :, PARTS : 2 * PARTS] * torch.exp(0.3 * normal(1, 1))
        first = torch.randint(PARTS, (n, 1, 1), device=d)
        last = first + torch.randint(2, 10, (n, 1, 1), device=d)
        parts = torch.arange(PARTS, device=d)[None, None]
        gone = (parts >= first) & (parts < last) & (draw(1, 1) < 0.2)
        levels = levels.masked_fill(gone, -1.0)
        rises = rises * ~gone
        flux = (draw(1, 1) >= 0.2) * (1 - 0.5 * (draw(1, 1) < 0.25))
        curves = torch.cat([x[:, :, 2 * PARTS : 2 * PARTS + 2] * flux, x[:, :, 2 * PARTS + 2 : CHROMA]], 2)
        return torch.cat([levels, rises, curves, chroma], 2) + 0.03 * normal(frames, x.shape[2])


def answers(network, x):
    """As network(x), by matrix products, which GPUs do faster than dilated convolutions."""

    def norm(layer, z):
        return layer(z.reshape(-1, z.shape[2])).reshape(z.shape)

    def conv(layer, z):
        size, dilation, frames = layer.kernel_size[0], layer.dilation[0], z.shape[1]
        if size > 1:
            beside = dilation * (size // 2)
            z = F.pad(z, (0, 0, beside, beside))
            z = torch.cat([z[:, k * dilation : k * dilation + frames] for k in range(size)], 2)
        return F.linear(z, layer.weight.permute(0, 2, 1).reshape(layer.weight.shape[0], -1), layer.bias)

    def block(layer, z):
        inner = F.elu(norm(layer.norm, conv(layer.wide, z)))
        if layer.training:
            inner = inner * (torch.rand(z.shape[0], 1, z.shape[2], device=z.device) >= layer.drop.p) / (1 - layer.drop.p)
        return z + conv(layer.mix, inner.to(z.dtype))

    def blocks(layers, z):
        for layer in layers:
            z = block(layer, z)
        return z

    n, frames, _ = x.shape
    x = F.elu(norm(network.norm, conv(network.first, norm(network.scale, x))))
    x = blocks(network.fine, x)
    parts = x.reshape(n, frames // POOL, POOL, -1)
    c = F.elu(blocks(network.coarse, F.elu(conv(network.down, torch.cat([parts.mean(2), parts.amax(2)], 2)))))
    wide = c[:, :, None].expand(-1, -1, POOL, -1).reshape(n, frames, -1)
    y = F.elu(norm(network.join_norm, conv(network.join, torch.cat([x, wide], 2))))
    return conv(network.places, y), conv(network.song, c).transpose(1, 2)


def loss_of_places(logits, y, known):
    loss = -(y * F.log_softmax(logits.float(), 2)).sum(2)
    return (loss * known).sum() / known.sum().clamp(min=1)


def loss_of(logits, song, y, known, tempo, sure, three, compound):
    places = loss_of_places(logits, y, known)
    coarse = known[:, ::POOL]
    song = song.float()
    odds = [F.binary_cross_entropy_with_logits(song[:, k], of[:, None].expand_as(song[:, k]), reduction="none") for k, of in enumerate((three, compound))]
    coarse_sum = coarse.sum().clamp(min=1)
    metre = sum((each * coarse).sum() for each in odds) / coarse_sum
    classes = torch.arange(TEMPI, device=tempo.device)[None, None]
    soft = torch.softmax(-2 * (tempo[:, :, None] - classes).square(), 2)
    of_tempo = -(soft * F.log_softmax(song[:, 2:].permute(0, 2, 1), 2)).sum(2)
    sure = sure & coarse
    of_tempo = (of_tempo * sure).sum() / sure.sum().clamp(min=1)
    return places + 0.05 * metre + 0.05 * of_tempo, places


@torch.no_grad()
def judged(network, data, which):
    """Of the whole clips: mean cross-entropy of the places; share of songs whose metre the mean log-odds show, and of those with beats of three parts."""
    network.eval()
    sums = np.zeros(3)
    frames = data.x.shape[1] // POOL * POOL
    for at in range(0, len(which), 16):
        some = which[at : at + 16]
        n = len(some)
        x, y, known, tempo, sure = data.crops(some, torch.ones(n, device=data.device), torch.zeros(n, device=data.device), frames)
        with torch.autocast(data.device, dtype=torch.bfloat16):
            logits, song = answers(network, x)
        _, places = loss_of(logits, song, y, known, tempo, sure, data.three[some], data.compound[some])
        weigh = known[:, None, ::POOL]
        odds = (song[:, :2].float() * weigh).sum(2)
        sums[0] += n * places.item()
        sums[1] += ((odds[:, 0] > 0) == (data.three[some] > 0)).sum().item()
        sums[2] += ((odds[:, 1] > 0) == (data.compound[some] > 0)).sum().item()
    network.train()
    return "places %.4f, three %.3f, compound %.3f" % tuple(sums / len(which))


def train(data, fold, seconds, options):
    torch.manual_seed(1)
    begun, device = time.time(), data.device
    out = left_out(data.clips, fold)
    network, averaged = Network().to(device), Network().to(device)
    averaged.load_state_dict(network.state_dict())
    names = [name for name, value in network.state_dict().items() if value.is_floating_point()]
    live, mean = ([of.state_dict()[name] for name in names] for of in (network, averaged))
    rate = torch.tensor(options.rate, device=device) if device == "cuda" else options.rate
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-3, capturable=device == "cuda", foreach=True)
    odds = data.odds(out)
    rng = np.random.default_rng(3)
    held = torch.from_numpy(rng.permutation(np.flatnonzero(out))[:320]).to(device)
    known = torch.from_numpy(rng.permutation(np.flatnonzero(~out))[:320]).to(device)
    last = torch.zeros((), device=device)

    def step():
        given = data.drawn(odds, options.clips, options.frames)
        with torch.autocast(device, dtype=torch.bfloat16, cache_enabled=False):
            logits, song = answers(network, given[0])
        loss, places = loss_of(logits, song, *given[1:])
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 2, foreach=True)
        optimiser.step()
        torch._foreach_lerp_(mean, live, options.renewal)
        last.copy_(places.detach())

    run = step
    if device == "cuda" and not options.eager:
        try:
            side = torch.cuda.Stream()
            side.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(side):
                for _ in range(4):
                    step()
            torch.cuda.current_stream().wait_stream(side)
            graph = torch.cuda.CUDAGraph()
            optimiser.zero_grad(set_to_none=True)
            with torch.cuda.graph(graph):
                step()
            run = graph.replay
        except Exception as error:
            print("no graph:", repr(error)[:600], flush=True)
            run = step
    print(f"{fold}: {sum(p.numel() for p in network.parameters())} weights, {int((~out).sum())} clips, {int(out.sum())} left out, ready after {time.time() - begun:.0f} s", flush=True)
    steps, share, said = 0, 0.0, time.time()
    while share < 1:
        share = (time.time() - begun) / seconds
        value = options.rate * min(1, steps / 300 + 0.02) * (0.5 * (1 + math.cos(math.pi * min(1, share))) + 0.003)
        if device == "cuda":
            rate.fill_(value)
        else:
            for group in optimiser.param_groups:
                group["lr"] = value
        for _ in range(10):
            run()
        steps += 10
        if device == "cuda":
            torch.cuda.synchronize()
        if time.time() - said > options.say:
            said = time.time()
            print(f"{fold} {said - begun:.0f} s, step {steps}, loss {last.item():.4f}", flush=True)
    print(f"{fold} done: {time.time() - begun:.0f} s, step {steps}, loss {last.item():.4f}; learnt: {judged(averaged, data, known)}; left out: {judged(averaged, data, held) if len(held) else 'none'}", flush=True)
    state = {n: v.half().cpu() if v.is_floating_point() else v.cpu() for n, v in averaged.state_dict().items()}
    torch.save(state, os.path.join(options.out, f"{fold}.pt"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data")
    parser.add_argument("out")
    parser.add_argument("folds", help="family, hymns, pop, dances, tune, none; with =WEIGHT for another share of the time than 1")
    parser.add_argument("seconds", type=float)
    parser.add_argument("--eager", type=int, default=0)
    parser.add_argument("--clips", type=int, default=CLIPS)
    parser.add_argument("--frames", type=int, default=FRAMES)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--renewal", type=float, default=0.002)
    parser.add_argument("--say", type=float, default=15)
    options = parser.parse_args()
    begun = time.time()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    data = Data(options.data, device)
    print(f"{len(data.clips)} clips, loaded after {time.time() - begun:.0f} s", flush=True)
    folds = [(each.split("=")[0], float((each.split("=") + ["1"])[1])) for each in options.folds.split(",")]
    for n, (fold, weight) in enumerate(folds):
        rest = begun + options.seconds - time.time()
        seconds = rest * weight / sum(w for _, w in folds[n:])
        if seconds > 3:
            train(data, fold, seconds, options)


if __name__ == "__main__":
    main()
