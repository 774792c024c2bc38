"""Writes the networks of the second look and their card, as src/models/embedded/sequence-network-file.ts reads them."""

import base64
import datetime
import hashlib
import json
import os
import re
import subprocess

from sequence import DILATIONS, HIDDEN, LIMIT

ID, OUTPUT = "melody-sequence-network", "log-odds-of-melody"


def one_row_a_line(text):
    """An input's name and numbers, and a list of numbers, on a line each."""
    text = re.sub(r'\{\n\s+("name": "[^"]*"(?:,\n\s+"[a-z]+": [^\n,]+)*)\n\s+\}', lambda found: "{ " + re.sub(r"\s+", " ", found[1]) + " }", text)
    return re.sub(r"\[\n\s+(-?[\d.]+(?:,\n\s+-?[\d.]+)*)\n\s+\]", lambda found: "[" + re.sub(r"\s+", " ", found[1]) + "]", text)


def write(folder, second_look, names, rule, run, metrics, version, seeds):
    """`rule`: of the line, gain and clearLogOdds; `run`: what the bench says of the songs (run.json). What a run does not determine stays as the present card has it."""
    content = {
        "format": "contrafact-sequence-network",
        "formatVersion": 1,
        "id": ID,
        "version": version,
        "inputs": [
            {"name": name, "mean": float(str(mean)), "deviation": float(str(deviation))}
            for name, mean, deviation in zip(names, second_look.mean, second_look.deviation)
        ],
        "limit": LIMIT,
        "hidden": HIDDEN,
        "dilations": list(DILATIONS),
        "output": OUTPUT,
        **rule,
        "networks": [base64.b64encode(network.numbers().tobytes()).decode() for network in second_look.networks],
    }
    path = os.path.join(folder, "network.json")
    text = one_row_a_line(json.dumps(content, indent=2)) + "\n"
    os.makedirs(folder, exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    card_path = os.path.join(folder, "card.json")
    card = json.load(open(card_path)) if os.path.exists(card_path) else {}
    units = {feature["name"]: feature["unit"] for feature in card.get("features", [])}
    card = {
        "id": ID,
        "version": version,
        "intendedUse": card.get("intendedUse", "Not described yet."),
        "limits": card.get("limits", ["Not described yet."]),
        "licence": card.get("licence", "Apache-2.0"),
        "features": [{"name": name, "unit": units.get(name, "not described yet")} for name in names],
        "trainingCommand": run["trainingCommand"] + "; scripts/topline/train.py OUT --write FOLDER",
        **({"source": card["source"]} if "source" in card else {}),
        "commit": subprocess.check_output(["git", "rev-parse", "HEAD"], text=True).strip(),
        "trainedAt": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "seed": seeds[0],
        "data": run["data"],
        "fittedOn": run["fittedOn"],
        "metrics": metrics,
        "files": {"network.json": hashlib.sha256(text.encode()).hexdigest()},
    }
    with open(card_path, "w") as file:
        file.write(json.dumps(card, indent=2, ensure_ascii=False) + "\n")
    return path
