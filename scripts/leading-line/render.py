"""Sound of a list of notes, by libfluidsynth through ctypes, as the fluidsynth command would make it."""

import ctypes

import numpy as np

RATE = 22_050


class Synth:
    def __init__(s, soundfont, gain=0.6):
        s.f = f = ctypes.CDLL("libfluidsynth.so.3")
        for name in ("new_fluid_settings", "new_fluid_synth"):
            getattr(f, name).restype = ctypes.c_void_p
        f.fluid_settings_setnum.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_double]
        f.fluid_settings_setint.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
        f.new_fluid_synth.argtypes = [ctypes.c_void_p]
        v, i = ctypes.c_void_p, ctypes.c_int
        f.fluid_synth_sfload.argtypes = [v, ctypes.c_char_p, i]
        f.fluid_synth_noteon.argtypes = [v, i, i, i]
        f.fluid_synth_noteoff.argtypes = [v, i, i]
        f.fluid_synth_program_change.argtypes = [v, i, i]
        f.fluid_synth_cc.argtypes = [v, i, i, i]
        f.fluid_synth_system_reset.argtypes = [v]
        f.fluid_synth_write_float.argtypes = [v, i, v, i, i, v, i, i]
        settings = f.new_fluid_settings()
        f.fluid_settings_setnum(settings, b"synth.sample-rate", float(RATE))
        f.fluid_settings_setnum(settings, b"synth.gain", gain)
        f.fluid_settings_setint(settings, b"synth.cpu-cores", 1)
        s.synth = f.new_fluid_synth(settings)
        if f.fluid_synth_sfload(s.synth, soundfont.encode(), 1) < 0:
            raise OSError(f"{soundfont} could not be loaded")

    def render(s, notes, programs, pans, seconds):
        """notes: (start, end, pitch, velocity, channel); → 2 × samples, float32."""
        f, synth = s.f, s.synth
        f.fluid_synth_system_reset(synth)
        for channel, program in programs.items():
            f.fluid_synth_program_change(synth, channel, program)
        for channel, pan in pans.items():
            f.fluid_synth_cc(synth, channel, 10, pan)
        events = [(start, 1, c, p, v) for start, _, p, v, c in notes] + [(end, 0, c, p, 0) for _, end, p, _, c in notes]
        events.sort(key=lambda e: (e[0], e[1]))
        total = int(seconds * RATE)
        sound = np.zeros((2, total), np.float32)
        base, step = sound.ctypes.data, 4 * total
        now = 0

        def write(until):
            nonlocal now
            until = min(total, until)
            if until > now:
                f.fluid_synth_write_float(synth, until - now, base + 4 * now, 0, 1, base + step + 4 * now, 0, 1)
                now = until

        for at, on, channel, pitch, velocity in events:
            place = int(at * RATE)
            if place >= total:
                break
            write(place)
            if on:
                f.fluid_synth_noteon(synth, channel, pitch, velocity)
            else:
                f.fluid_synth_noteoff(synth, channel, pitch)
        write(total)
        return sound
