/**
 * Music as machines of exact time play it, no two pieces the same: sound chips that change at every picture frame, trackers
 * that replay short 8-bit samples on ticks, and drum machines under sequenced synthesisers. All draw evenly spaced
 * lines, and no decoder is near.
 */
import { seededRandom } from '../../src/signal/seeded-random.js';

const rateHz = 44_100;
type Random = () => number;
const choice = <T>(values: readonly T[], random: Random): T => values[Math.floor(random() * values.length)]!;
const noteHz = (midi: number): number => 440 * 2 ** ((midi - 69) / 12);
const minor = [0, 3, 5, 7, 10, 12, 15, 17];

/** Pictures a second of home computers and consoles: PAL, NTSC, and what their crystals really give. */
const frameRatesHz = [50, 60, 50.007, 50.125, 59.826, 60.099];

interface Channel {
  /** −1 … 1 at a phase of 0 … 1. */
  readonly wave: (phase: number, random: Random) => number;
  readonly octave: number;
  readonly level: number;
  readonly arpeggio: readonly number[];
}

function chipChannels(random: Random): Channel[] {
  const pulse = (duty: number) => (phase: number) => (phase < duty ? 1 : -1);
  const duty = (): number => choice([0.125, 0.25, 0.5], random);
  const chord = choice([[0], [0, 4, 7], [0, 3, 7], [0, 12]], random);
  return [
    { wave: pulse(duty()), octave: 1, level: 0.3, arpeggio: chord },
    { wave: pulse(duty()), octave: 0, level: 0.2, arpeggio: [0] },
    {
      wave: (phase) => Math.round(15 * Math.abs(4 * phase - 2) - 15) / 15,
      octave: -1,
      level: 0.4,
      arpeggio: [0],
    },
  ];
}

/** Notes and volumes change at frames alone; the phase runs on. */
function chipTune(samples: Float32Array, random: Random): void {
  const frameHz = choice(frameRatesHz, random);
  const framesPerRow = choice([4, 5, 6, 7, 8], random);
  const root = 45 + Math.floor(12 * random());
  for (const { wave, octave, level, arpeggio } of chipChannels(random)) {
    let phase = 0;
    let note = root;
    for (let frame = 0; (frame * rateHz) / frameHz < samples.length; frame++) {
      const inRow = frame % framesPerRow;
      if (inRow === 0 && random() < 0.7) note = root + 12 * octave + choice(minor, random);
      const bend = 1 + 0.004 * Math.sin(frame / 3);
      const step = (noteHz(note + arpeggio[frame % arpeggio.length]!) * bend) / rateHz;
      const volume = (level * Math.max(4, 15 - 2 * inRow)) / 15;
      const end = Math.min(samples.length, Math.round(((frame + 1) * rateHz) / frameHz));
      for (let n = Math.round((frame * rateHz) / frameHz); n < end; n++) {
        samples[n]! += volume * wave(phase, random);
        phase = (phase + step) % 1;
      }
    }
  }
  noiseHits(samples, (framesPerRow * rateHz) / frameHz, 2, random);
}

/** The same burst of noise at every `every`th step of an exact grid. */
function noiseHits(samples: Float32Array, stepSamples: number, every: number, random: Random): void {
  const burst = Float32Array.from(
    { length: rateHz >> 4 },
    (_, n) => 0.3 * (random() - 0.5) * Math.exp((-40 * n) / rateHz),
  );
  for (let step = 0; step * stepSamples < samples.length; step++) {
    if (step % every !== 0 && random() < 0.8) continue;
    const start = Math.round(step * stepSamples);
    for (let n = 0; n < Math.min(burst.length, samples.length - start); n++) samples[start + n]! += burst[n]!;
  }
}

/** Short 8-bit samples, some of them loops of one wave, replayed without interpolation at the pitch's own rate. */
function trackerMusic(samples: Float32Array, random: Random): void {
  const ticksPerSecond = choice([50, 50, 48, 52, 56, 60], random);
  const ticksPerRow = choice([3, 4, 6], random);
  const rowSamples = (ticksPerRow * rateHz) / ticksPerSecond;
  const root = 40 + Math.floor(12 * random());
  for (let voice = 0; voice < 4; voice++) {
    const isLoop = random() < 0.5;
    const length = isLoop ? choice([32, 64, 128], random) : 6000;
    const waves = [random(), random(), random()];
    const sound = Float32Array.from({ length }, (_, n) => {
      const turn = isLoop ? n / length : (n * 261.6) / 16_574;
      const tone = waves.reduce((sum, gain, k) => sum + gain * Math.sin(2 * Math.PI * (k + 1) * turn), 0);
      const fade = isLoop ? 1 : Math.exp(-n / 2500);
      return Math.round(50 * fade * (tone + (voice === 3 ? 2 * (random() - 0.5) : 0))) / 127;
    });
    let place = 0;
    let step = 0;
    for (let row = 0; row * rowSamples < samples.length; row++) {
      const start = Math.round(row * rowSamples);
      const end = Math.min(samples.length, Math.round((row + 1) * rowSamples));
      if (random() < 0.6) {
        const hz = noteHz(root + 12 * (voice % 3) + choice(minor, random));
        step = isLoop ? (hz * length) / rateHz : (hz / 261.6) * (16_574 / rateHz);
        place = 0;
      }
      for (let n = start; n < end; n++) {
        const tick = Math.floor(((n - start) / (end - start)) * ticksPerRow);
        samples[n]! +=
          0.25 * (1 - 0.08 * tick) * (sound[isLoop ? Math.floor(place) % length : Math.floor(place)] ?? 0);
        place += step;
      }
    }
  }
}

/** Four on the floor, hats, a gated saw on sixteenths: trance, house, and what drum machines are used for. */
function sequencedDance(samples: Float32Array, random: Random): void {
  const beatsPerMinute = choice(
    [100, 110, 118, 120, 124, 125, 126, 128, 130, 132, 136, 138, 140, 145, 150, 174],
    random,
  );
  const sixteenth = ((60 / beatsPerMinute) * rateHz) / 4;
  const root = 33 + Math.floor(12 * random());
  let phase = 0;
  for (let step = 0; step * sixteenth < samples.length; step++) {
    const start = Math.round(step * sixteenth);
    const end = Math.min(samples.length, Math.round((step + 1) * sixteenth));
    const turns = noteHz(root + choice(minor, random)) / rateHz;
    for (let n = start; n < end; n++) {
      phase = (phase + turns) % 1;
      samples[n]! += 0.25 * (2 * phase - 1) * Math.exp((-6 * (n - start)) / rateHz);
    }
    if (step % 4 !== 0) continue;
    for (let n = 0; n < Math.min(rateHz >> 2, samples.length - start); n++) {
      const kick = Math.sin((2 * Math.PI * (50 * n + 900 * (1 - Math.exp(-n / 1400)))) / rateHz);
      samples[start + n]! += 0.7 * kick * Math.exp((-12 * n) / rateHz);
    }
  }
  noiseHits(samples, sixteenth, 1 + Math.floor(3 * random()), random);
}

const kinds = [
  { name: 'chip tune', play: chipTune },
  { name: 'tracker', play: trackerMusic },
  { name: 'sequenced dance', play: sequencedDance },
] as const;

/** What the piece with this index is, for tables. */
export const machineKind = (index: number): string => kinds[index % kinds.length]!.name;

/** The piece with this index, mono at 44.1 kHz, peak 0.7. */
export function machineMusic(index: number, seconds: number): Float32Array {
  const random = seededRandom(90_000 + index);
  const samples = new Float32Array(Math.round(seconds * rateHz));
  kinds[index % kinds.length]!.play(samples, random);
  const hiss = 10 ** (-(70 + 30 * random()) / 20);
  for (let n = 0; n < samples.length; n++) samples[n]! += hiss * (random() - 0.5);
  const peak = samples.reduce((best, value) => Math.max(best, Math.abs(value)), 1e-6);
  return samples.map((value) => (0.7 * value) / peak);
}
