"""The script of a token, by its first letter that shows it."""

RANGES = [
    (0x370, 0x400, "greek"), (0x400, 0x530, "cyrillic"), (0x590, 0x600, "hebrew"), (0x600, 0x780, "arabic"), (0x900, 0x980, "devanagari"),
    (0xE00, 0xE80, "thai"), (0x3400, 0xA000, "han")]


def script_of(text):
    if any(0x1100 <= ord(c) < 0x1200 or 0xAC00 <= ord(c) < 0xD7B0 for c in text): return "hangul"
    if any(0x3040 <= ord(c) < 0x3100 for c in text): return "kana"
    for c in text:
        for start, end, name in RANGES:
            if start <= ord(c) < end: return name
        if c.isalpha(): return "latin" if ord(c) < 0x250 or 0x1E00 <= ord(c) < 0x1F00 else "other"
    return "sign"
