/** What people upload and record: wide changes of speed, tempo and pitch, rooms, telephones, and short excerpts. */

import { resample } from '../../src/signal/resample.js';
import { babble } from './babble.js';
import { excerptRateHz, mp3, type QueryCase, rubberband } from './cases.js';
import { addNoise, pass, pinkNoise } from './effects.js';
import { convolve, roomResponse, studioResponse } from './rooms.js';

type Random = () => number;
type Effect = (
  samples: Float32Array,
  random: Random,
  half: 'A' | 'B',
) => Promise<Float32Array> | Float32Array;

/** Between the bounds on a logarithmic scale; the bound where both are one. */
function draw([low, high]: readonly [number, number], random: Random): number {
  return low * (high / low) ** random();
}

/** Queries last 20 s after the change: the excerpt is as long as the slowest and the fastest need. */
function changed(name: string, excerptSeconds: number, needs: QueryCase['needs'], apply: Effect): QueryCase {
  return {
    name,
    seconds: 20,
    excerptSeconds,
    needs,
    apply: async (x, random, half) => (await apply(x, random, half)).slice(0, 20 * excerptRateHz),
  };
}

type Change = (range: readonly [number, number]) => Effect;

const speed: Change = (range) => (x, random) => resample(x, 1 / draw(range, random));
const tempo: Change = (range) => (x, random) => rubberband(x, '-T', draw(range, random).toFixed(4));
const pitch: Change =
  ([low, high]) =>
  (x, random) =>
    rubberband(x, '-p', (low + (high - low) * random()).toFixed(3));

/** A little reverberation and MP3 at 64 kbit/s behind another effect. */
function withReverbAndMp3(effect: Effect): Effect {
  return async (x, random, half) => {
    const response = studioResponse(0.9, -9, excerptRateHz, random);
    return mp3(await convolve(await effect(x, random, half), response), 64);
  };
}

const rooms = [0.3, 0.5, 0.8, 1.2];

/** Half of the rooms are for choosing rules (songs of half A), half for reporting (half B). */
function inRoom(rt60Seconds: number): Effect {
  return (x, _random, half) => {
    const number = rooms.indexOf(rt60Seconds) * 2 + (half === 'A' ? 0 : 1);
    return convolve(x, roomResponse({ rt60Seconds, number }, excerptRateHz));
  };
}

/** A loudspeaker in a room with noise at 5 dB, through a telephone's band. */
function telephone(noise: (length: number, random: Random) => Promise<Float32Array> | Float32Array): Effect {
  return async (x, random, half) => {
    const room = rooms[Math.floor(random() * rooms.length)]!;
    const heard = await inRoom(room)(x, random, half);
    const noisy = addNoise(heard, await noise(heard.length, random), 5);
    return pass(pass(noisy, 'high', 300, excerptRateHz), 'low', 3400, excerptRateHz);
  };
}

/** A tone that sweeps the whole band five times a second, 5 dB below the sound. */
const underTone: Effect = (x) => {
  let phase = 0;
  const tone = x.map((_, n) => {
    const share = 0.5 - 0.5 * Math.cos((2 * Math.PI * 5 * n) / excerptRateHz);
    phase += (2 * Math.PI * 200 * 25 ** share) / excerptRateHz;
    return Math.sin(phase);
  });
  return addNoise(x, tone, 5);
};

const speedRanges: [string, [number, number]][] = [
  ['×0.66', [0.66, 0.66]],
  ['×0.66–0.8', [0.66, 0.8]],
  ['×0.8–0.92', [0.8, 0.92]],
  ['×1.08–1.25', [1.08, 1.25]],
  ['×1.25–1.5', [1.25, 1.5]],
  ['×1.5', [1.5, 1.5]],
];
const tempoRanges: [string, [number, number]][] = [
  ['×0.7', [0.7, 0.7]],
  ['×0.7–0.92', [0.7, 0.92]],
  ['×1.08–1.4', [1.08, 1.4]],
  ['×1.4', [1.4, 1.4]],
];
const pitchRanges: [string, [number, number]][] = [
  ['−7', [-7, -7]],
  ['−7 … −3', [-7, -3]],
  ['+3 … +7', [3, 7]],
  ['+7', [7, 7]],
];

const stretcher = ['ffmpeg', 'rubberband'] as const;

export const wideCases: readonly QueryCase[] = [
  ...speedRanges.map(([name, range]) =>
    changed(`speed ${name}`, 20 * Math.max(1, range[1]) + 0.5, [], speed(range)),
  ),
  ...tempoRanges.map(([name, range]) =>
    changed(`tempo ${name}`, 20 * Math.max(1, range[1]) + 0.5, stretcher, tempo(range)),
  ),
  ...pitchRanges.map(([name, range]) => changed(`pitch ${name}`, 20, stretcher, pitch(range))),
];

export const wideTreatedCases: readonly QueryCase[] = [
  changed('speed ×0.66–0.92, reverb, mp3 64k', 20, ['ffmpeg'], withReverbAndMp3(speed([0.66, 0.92]))),
  changed('speed ×1.08–1.5, reverb, mp3 64k', 30.5, ['ffmpeg'], withReverbAndMp3(speed([1.08, 1.5]))),
  changed('tempo ×0.7–0.92, reverb, mp3 64k', 20, stretcher, withReverbAndMp3(tempo([0.7, 0.92]))),
  changed('tempo ×1.08–1.4, reverb, mp3 64k', 28.5, stretcher, withReverbAndMp3(tempo([1.08, 1.4]))),
  changed('pitch −7 … −3, reverb, mp3 64k', 20, stretcher, withReverbAndMp3(pitch([-7, -3]))),
  changed('pitch +3 … +7, reverb, mp3 64k', 20, stretcher, withReverbAndMp3(pitch([3, 7]))),
  changed('slowed −15 %, heavy reverb', 20, [], async (x, random) =>
    convolve(resample(x, 1 / 0.85), studioResponse(2, -3, excerptRateHz, random)),
  ),
];

export const roomCases: readonly QueryCase[] = [
  ...rooms.map((seconds) => changed(`room, RT60 ${seconds} s`, 20, [], inRoom(seconds))),
  changed('telephone in a room, pink noise 5 dB', 20, [], telephone(pinkNoise)),
  changed('telephone in a room, babble 5 dB', 20, ['espeak-ng'], telephone(babble)),
  changed('under a sweeping tone 5 dB', 20, [], underTone),
  changed('speed +4 %, under a sweeping tone 5 dB', 21, [], (x, random, half) =>
    underTone(resample(x, 1 / 1.04), random, half),
  ),
];

export const shortCases: readonly QueryCase[] = [
  { name: 'clean', seconds: 3, needs: [], apply: (x) => x },
  { name: 'mp3 64k', seconds: 3, needs: ['ffmpeg'], apply: (x) => mp3(x, 64) },
];
