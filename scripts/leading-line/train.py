"""train.py DATA OUT FOLDS DEADLINE: a network for each fold, one after another, each for its share of the time until DEADLINE (seconds since 1970).

DATA is what perform.py writes, and may be written meanwhile. A fold is what a network does not learn from, and is judged by; OUT/FOLD.pt are its weights.
"""

import argparse
import json
import math
import os
import signal
import time

import torch
from torch.nn import functional as F

from network import Network, scaled
from pitches import LOWEST, PITCHES

SHARES = {"known": 0.12, "tagged": 0.3, "hymns and chorales": 0.2, "dances with chords": 0.14, "tunes": 0.14, "tunes alone": 0.1}
OUT = {
    "all": lambda c: False,
    "hymns": lambda c: c["group"] == "hymns and chorales",
    "dances": lambda c: c["group"] == "dances with chords",
    "tunes": lambda c: c["group"] == "tunes",
    "pop": lambda c: c["group"] == "pop",
    "twelve": lambda c: c["kind"] == "known",
}


class Data:
    def __init__(s, folder, device):
        s.f = torch.load(os.path.join(folder, "f.pt")).to(device)
        s.m = torch.load(os.path.join(folder, "m.pt")).to(device)
        s.clips = json.load(open(os.path.join(folder, "clips.json")))
        s.device = device
        s.bands = torch.arange(250, device=device)
        s.keys = torch.arange(PITCHES, device=device)

    def odds(s, fold):
        kinds = [c["kind"] for c in s.clips]
        odds = torch.tensor([0.0 if OUT[fold](c) else SHARES[c["kind"]] / kinds.count(c["kind"]) for c in s.clips])
        return (odds / odds.sum()).to(s.device)

    def crops(s, clips, frames, train):
        n, total = len(clips), s.m.shape[1]
        start = torch.randint(0, total - frames + 1, (n,), device=s.device)
        at = start[:, None] + torch.arange(frames, device=s.device)
        x, m = s.f[clips[:, None], at], s.m[clips[:, None], at].long()
        f, c, k = x[..., :250], x[..., 250:442], x[..., 442:].reshape(n, frames, 2, PITCHES)
        if not train:
            return scaled(f), c.float() / 255, k.float().permute(0, 2, 1, 3) / 255, m
        d = s.device
        shift = torch.randint(-3, 4, (n,), device=d)
        fine = torch.randint(-1, 2, (n,), device=d) * (torch.rand(n, device=d) < 0.3)
        third = 3 * shift + fine
        f = f.gather(2, (s.bands - third[:, None]).clamp(0, 249)[:, None].expand(n, frames, 250))
        place = torch.arange(192, device=d) - third[:, None]
        c = c.gather(2, place.clamp(0, 191)[:, None].expand(n, frames, 192)).float() / 255
        c = c * ((place >= 0) & (place < 192))[:, None]
        place = s.keys - shift[:, None]
        k = k.permute(0, 2, 1, 3).gather(3, place.clamp(0, PITCHES - 1)[:, None, None].expand(n, 2, frames, PITCHES)).float() / 255
        k = k * ((place >= 0) & (place < PITCHES))[:, None, None]
        m = torch.where(m > 0, m + shift[:, None], m)
        f = scaled(f)
        points = torch.randn(n, 1, 8, device=d) * 0.22
        f = f + F.interpolate(points, size=250, mode="linear", align_corners=True)
        floor = -2.2 + 1.8 * torch.rand(n, 1, 1, device=d) - 10 * (torch.rand(n, 1, 1, device=d) < 0.7)
        f = torch.maximum(f, floor + 0.15 * torch.randn(n, frames, 250, device=d))
        level = lambda odds: (torch.rand(n, 1, 1, device=d) > odds) * (0.5 + 0.5 * torch.rand(n, 1, 1, device=d))
        c = c * level(0.1)
        k = k * torch.stack([level(0.1), level(0.1)], 1)
        high = torch.randint(150, 250, (n, 1, 1), device=d) + 250 * (torch.rand(n, 1, 1, device=d) < 0.85)
        f = torch.where(s.bands[None, None] >= high, f.new_tensor(-2.25), f)
        return f.contiguous(), c.contiguous(), k.contiguous(), m


def loss_of(z, v, m):
    """Cross-entropy of the pitch where a line sounds; and of whether one does."""
    sounds = (m >= LOWEST) & (m < LOWEST + PITCHES)
    pitch = F.cross_entropy(z.float().permute(0, 2, 1), (m - LOWEST).clamp(0, PITCHES - 1), reduction="none", label_smoothing=0.01)
    heard = F.binary_cross_entropy_with_logits(v.float(), (m > 0).float())
    return (pitch * sounds).sum() / (sounds.sum() + 1) + 0.3 * heard


@torch.no_grad()
def judged(network, data, clips, frames):
    network.eval()
    right = {}
    for at in range(0, len(clips), 32):
        some = clips[at : at + 32]
        f, c, k, m = data.crops(some, frames, False)
        with torch.autocast(data.device, dtype=torch.bfloat16):
            z, _ = network(f, c, k)
        hit = ((z.argmax(2) + LOWEST == m) & (m > 0)).sum(1) / (m > 0).sum(1).clamp(min=1)
        for i, clip in enumerate(some.tolist()):
            if (m[i] > 0).sum() > 40:
                right.setdefault(data.clips[clip]["kind"], []).append(hit[i].item())
    network.train()
    return ", ".join(f"{kind} {sum(v) / len(v):.3f} ({len(v)})" for kind, v in sorted(right.items()))


def train(data, fold, seconds, options, out, network, run):
    """`network` is begun anew; `run`: it, or its compiled form."""
    torch.manual_seed(1)
    begun, device = time.time(), data.device
    averaged = Network().to(device).to(memory_format=options.layout)
    with torch.no_grad():
        for to, of in zip(network.state_dict().values(), averaged.state_dict().values()):
            to.copy_(of)
    names = [n for n, v in network.state_dict().items() if v.is_floating_point()]
    mean = [averaged.state_dict()[n] for n in names]
    live = [network.state_dict()[n] for n in names]
    optimiser = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=1e-3, fused=device == "cuda")
    odds = data.odds(fold)
    left = [i for i, c in enumerate(data.clips) if OUT[fold](c)]
    left = torch.tensor((left or list(range(0, len(data.clips), 12)))[:256], device=device)
    step, said, share, loss_sum = 0, time.time(), 0.0, 0.0
    while share < 1:
        if step % 10 == 0:
            share = (time.time() - begun) / seconds
            rate = options.rate * min(1, step / 200 + 0.02) * (0.5 * (1 + math.cos(math.pi * min(1, share))) + 0.005)
            for group in optimiser.param_groups:
                group["lr"] = rate
        clips = torch.multinomial(odds, options.batch, replacement=True)
        f, c, k, m = data.crops(clips, options.frames, True)
        with torch.autocast(device, dtype=torch.bfloat16):
            z, v = run(f, c, k)
        loss = loss_of(z, v, m)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 2)
        optimiser.step()
        step += 1
        with torch.no_grad():
            keep = min(0.998, step / (step + 20))
            torch._foreach_lerp_(mean, live, 1 - keep)
        if step % 10 == 0 and time.time() - said > options.say:
            said = time.time()
            print(f"{fold} {said - begun:.0f} s, step {step}, loss {loss.item():.3f}; {judged(averaged, data, left, options.frames)}", flush=True)
    print(f"{fold} done: {time.time() - begun:.0f} s, step {step}, loss {loss.item():.3f}; {judged(averaged, data, left, options.frames)}", flush=True)
    torch.save({n: v.half().cpu() if v.is_floating_point() else v.cpu() for n, v in averaged.state_dict().items()}, os.path.join(out, f"{fold}.pt"))


def quicker(network, options, device):
    """The network compiled, where that works and is faster."""
    n, t = options.batch, options.frames
    given = [torch.randn(n, t, 250, device=device), torch.rand(n, t, 192, device=device), torch.rand(n, 2, t, PITCHES, device=device)]
    m = torch.randint(40, 90, (n, t), device=device)

    def seconds_a_step(run, steps):
        for step in range(steps + 3):
            if step == 3:
                if device == "cuda":
                    torch.cuda.synchronize()
                begun = time.time()
            with torch.autocast(device, dtype=torch.bfloat16):
                z, v = run(*given)
            network.zero_grad()
            loss_of(z, v, m).backward()
        if device == "cuda":
            torch.cuda.synchronize()
        if not all(p.grad.isfinite().all() for p in network.parameters()):
            raise ValueError("gradients are not finite")
        return (time.time() - begun) / steps

    for layout in (torch.channels_last, torch.contiguous_format):
        network.to(memory_format=layout)
        options.layout = layout
        try:
            print(layout, f"{1000 * seconds_a_step(network, 4):.0f} ms", flush=True)
            break
        except ValueError as error:
            print(layout, error, flush=True)

    def stop(*_):
        raise TimeoutError("compiling takes too long")

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(options.patience)
    try:
        begun = time.time()
        compiled = torch.compile(network)
        ours, eager = seconds_a_step(compiled, 8), seconds_a_step(network, 8)
        print(f"compiled {1000 * ours:.0f} ms, eager {1000 * eager:.0f} ms, after {time.time() - begun:.0f} s", flush=True)
        signal.alarm(0)
        return compiled if ours < eager else network
    except Exception as error:
        signal.alarm(0)
        print("not compiled:", repr(error)[:400], flush=True)
        return network


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data")
    parser.add_argument("out")
    parser.add_argument("folds")
    parser.add_argument("deadline", type=float)
    parser.add_argument("--eager", type=int, default=0)
    parser.add_argument("--patience", type=int, default=110)
    parser.add_argument("--batch", type=int, default=48)
    parser.add_argument("--frames", type=int, default=512)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--say", type=float, default=15)
    options = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = False
    begun = time.time()
    network = Network().to(device)
    options.layout = torch.contiguous_format
    run = network if options.eager else quicker(network, options, device)
    while not os.path.exists(os.path.join(options.data, "clips.json")):
        time.sleep(0.2)
    time.sleep(0.5)
    print(f"{time.time() - begun:.0f} s: data is there", flush=True)
    data = Data(options.data, device)
    print(f"{len(data.clips)} clips, loaded after {time.time() - begun:.0f} s", flush=True)
    folds = options.folds.split(",")
    weights = {fold: {"all": 1.35, "twelve": 0.7}.get(fold, 1.0) for fold in folds}
    for n, fold in enumerate(folds):
        rest = options.deadline - time.time()
        seconds = rest * weights[fold] / sum(weights[f] for f in folds[n:])
        if seconds > 3:
            train(data, fold, seconds, options, options.out, network, run)


if __name__ == "__main__":
    main()
