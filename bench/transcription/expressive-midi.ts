/**
 * Re-orchestrates note files for training: the same notes on other General MIDI instruments, the lead played as a
 * player of a wind or string instrument would, with scoops and vibrato. No instrument with a sampled or imitated
 * voice (choir, "oohs", synth voice, voice lead, choir pad) is ever drawn: nothing trained on is sung.
 */
import type { MidiFile } from '../../src/music/symbolic/midi-reader.js';
import { tempoMap } from '../../src/music/symbolic/tempo-map.js';

const drumChannel = 9;
const voiceLike = new Set([52, 53, 54, 85, 91]);
/** Held notes, which may glide and tremble: strings, brass, reeds, pipes, leads and the like. */
const sustained = [
  ...[16, 19, 20, 21, 22, 23, 29, 30, 40, 41, 42, 44, 48, 50, 55, 56, 57, 58, 59, 60, 61, 62, 64, 65, 66, 67],
  ...[68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 84, 86, 87, 109, 110, 111],
];
const programs = Array.from({ length: 112 }, (_, program) => program).filter(
  (program) => !voiceLike.has(program) && (program < 96 || program > 103),
);
const ticksPerSecond = 960;
const bendUnitsPerCent = 8192 / 200;
const bendStepSeconds = 0.02;

interface TimedNote {
  readonly start: number;
  readonly end: number;
  readonly pitch: number;
  readonly velocity: number;
}
interface Event {
  readonly seconds: number;
  readonly bytes: readonly number[];
}

/** An instrument for the lead that is named in place of a drawn one. */
export interface NamedLead {
  readonly program: number;
  readonly isSolo: boolean;
}

/** `seconds` of the file's notes from its first quarter on, as a MIDI file of format 0. Null where there are too few. */
export function orchestrated(
  file: MidiFile,
  seconds: number,
  random: () => number,
  named?: NamedLead,
): Uint8Array | null {
  const { secondsAt: time } = tempoMap(file);
  const length = time(Math.max(0, ...file.notes.map(({ endTick }) => endTick)));
  const from = Math.max(0, Math.min(length * 0.25, length - seconds));
  const parts = new Map<string, { isDrums: boolean; notes: TimedNote[] }>();
  for (const note of file.notes) {
    const [start, end] = [time(note.startTick) - from, Math.min(seconds, time(note.endTick) - from)];
    if (start < 0 || start >= seconds - 0.1 || end - start < 0.02) continue;
    const key = `${note.track}:${note.channel}`;
    const part = parts.get(key) ?? { isDrums: note.channel === drumChannel, notes: [] };
    part.notes.push({ start, end, pitch: note.pitch, velocity: note.velocity });
    parts.set(key, part);
  }
  const tuned = [...parts.values()].filter(({ isDrums }) => !isDrums).slice(0, 8);
  if (tuned.reduce((sum, { notes }) => sum + notes.length, 0) < seconds) return null;
  const events: Event[] = [];
  const pick = (from: readonly number[]): number => from[Math.floor(random() * from.length)]!;
  const lead = named !== undefined || random() < 0.8 ? skyline(tuned.flatMap(({ notes }) => notes)) : [];
  if (lead.length > 0) {
    // Played as one octave or another, since voices are low and high too.
    const shift = pick([-12, 0, 0, 12]);
    const program = named?.program ?? (random() < 0.75 ? pick(sustained) : pick(programs));
    const player = { channel: 0, program, shift, isExpressive: random() < 0.7, volume: 120 };
    events.push(...played(lead, player, random));
  }
  const isSolo = named?.isSolo ?? (lead.length > 0 && random() < 0.25);
  if (!isSolo) {
    for (const [i, { notes }] of tuned.entries()) {
      const player = { channel: i + 1, program: pick(programs), shift: 0, isExpressive: false, volume: 80 };
      events.push(...played(notes, player, random));
    }
    const drums = [...parts.values()].find(({ isDrums }) => isDrums)?.notes;
    if (drums || random() < 0.5) events.push(...drumming(drums ?? beat(seconds, 0.4 + 0.3 * random())));
  }
  return bytesOf(events);
}

interface Player {
  readonly channel: number;
  readonly program: number;
  readonly shift: number;
  readonly isExpressive: boolean;
  readonly volume: number;
}

function played(notes: readonly TimedNote[], player: Player, random: () => number): Event[] {
  const channel = player.channel;
  const events: Event[] = [
    { seconds: 0, bytes: [0xc0 | channel, player.program] },
    { seconds: 0, bytes: [0xb0 | channel, 7, player.volume] },
    { seconds: 0, bytes: [0xb0 | channel, 10, Math.round(channel === 0 ? 64 : 24 + 80 * random())] },
  ];
  const vibratoHz = 4.5 + 2.5 * random();
  const vibratoCents = 10 + 45 * random();
  for (const { start, end, pitch, velocity } of notes) {
    const key = Math.max(0, Math.min(127, pitch + player.shift));
    events.push({ seconds: start, bytes: [0x90 | channel, key, velocity] });
    events.push({ seconds: end, bytes: [0x80 | channel, key, 0] });
    if (!player.isExpressive) continue;
    const scoopCents = random() < 0.5 ? -150 * random() : 0;
    for (let t = 0; start + t < end; t += bendStepSeconds) {
      const vibrato = t < 0.2 ? 0 : vibratoCents * Math.sin(2 * Math.PI * vibratoHz * t);
      const cents = scoopCents * Math.max(0, 1 - t / 0.12) + vibrato;
      const value = Math.max(0, Math.min(16_383, Math.round(8192 + cents * bendUnitsPerCent)));
      events.push({ seconds: start + t, bytes: [0xe0 | channel, value & 127, value >> 7] });
    }
  }
  return events;
}

/** The highest note at each moment. */
function skyline(notes: readonly TimedNote[]): TimedNote[] {
  const line: TimedNote[] = [];
  for (const note of [...notes].sort((a, b) => a.start - b.start || b.pitch - a.pitch)) {
    const last = line.at(-1);
    if (last && note.start - last.start < 0.03) continue;
    if (last && note.start < last.end && note.pitch < last.pitch) continue;
    if (last && last.end > note.start) line[line.length - 1] = { ...last, end: note.start };
    line.push(note);
  }
  return line;
}

function drumming(notes: readonly TimedNote[]): Event[] {
  return notes.flatMap(({ start, pitch, velocity }) => [
    { seconds: start, bytes: [0x90 | drumChannel, pitch, velocity] },
    { seconds: start + 0.1, bytes: [0x80 | drumChannel, pitch, 0] },
  ]);
}

/** Bass drum, snare and closed hi-hat. */
function beat(seconds: number, beatSeconds: number): TimedNote[] {
  const notes: TimedNote[] = [];
  for (let half = 0; (half * beatSeconds) / 2 < seconds; half++) {
    const start = (half * beatSeconds) / 2;
    const hit = (pitch: number, velocity: number): void =>
      void notes.push({ start, end: start + 0.1, pitch, velocity });
    hit(42, 70);
    if (half % 4 === 0) hit(36, 110);
    if (half % 4 === 2) hit(38, 100);
  }
  return notes;
}

function bytesOf(events: readonly Event[]): Uint8Array {
  const track: number[] = [];
  let tick = 0;
  for (const { seconds, bytes } of [...events].sort((a, b) => a.seconds - b.seconds)) {
    const at = Math.max(tick, Math.round(seconds * ticksPerSecond));
    const delta = [(at - tick) & 127];
    for (let rest = (at - tick) >> 7; rest > 0; rest >>= 7) delta.unshift((rest & 127) | 128);
    track.push(...delta, ...bytes);
    tick = at;
  }
  track.push(0, 0xff, 0x2f, 0);
  const head = Buffer.from([0x4d, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 480 >> 8, 480 & 255]);
  const name = Buffer.from('MTrk\0\0\0\0', 'latin1');
  name.writeUInt32BE(track.length, 4);
  return Buffer.concat([head, name, Buffer.from(track)]);
}
