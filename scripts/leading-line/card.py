"""A model's card names the hash of each of its files."""

import hashlib
import json
import os


def name_in_card(folder, name):
    """The hash of folder/name in folder/card.json; nothing where there is no card."""
    path = os.path.join(folder, "card.json")
    if not os.path.exists(path):
        return
    with open(path) as file:
        card = json.load(file)
    with open(os.path.join(folder, name), "rb") as file:
        card["files"][name] = hashlib.sha256(file.read()).hexdigest()
    with open(path, "w") as file:
        file.write(json.dumps(card, indent=2, ensure_ascii=False) + "\n")
