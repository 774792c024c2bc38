/** The same MIDI file with other instruments, key, tempo, ornaments and drums, as a MIDI file again. */
import { type MidiFile, type MidiNote, readMidi } from '../../src/music/symbolic/midi-reader.js';
import { selectMelodies } from '../../src/music/symbolic/select-melodies.js';

export interface Variant {
  readonly name: string;
  readonly semitones?: number;
  /** 1.15 plays faster. */
  readonly tempo?: number;
  readonly otherInstruments?: boolean;
  readonly ornamented?: boolean;
  readonly drums?: boolean;
}

/** What the issue of plagiarism asks for, one by one and all together. */
export const variants: readonly Variant[] = [
  { name: 'other instruments', otherInstruments: true },
  { name: '3 semitones up', semitones: 3 },
  { name: '3 semitones down', semitones: -3 },
  { name: '15 % faster', tempo: 1.15 },
  { name: '15 % slower', tempo: 0.85 },
  { name: 'ornamented melody', ornamented: true },
  { name: 'drums added', drums: true },
  {
    name: 'all at once',
    semitones: -3,
    tempo: 1.15,
    otherInstruments: true,
    ornamented: true,
    drums: true,
  },
];

/** Instruments that hold a melody or chords: organ, guitar, strings, brass, reeds, pipes, leads. */
const instruments = [0, 4, 11, 16, 19, 21, 24, 25, 40, 42, 48, 56, 60, 65, 68, 71, 73, 80];
const drumChannel = 9;

/** The same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

export function variantOf(bytes: Uint8Array, variant: Variant, seed: number): Uint8Array {
  const file = readMidi(bytes);
  const random = randomOf(seed);
  let notes = [...file.notes];
  if (variant.ornamented) notes = ornament(file, random);
  if (variant.otherInstruments) {
    const programs = new Map<number, number>();
    notes = notes.map((note) => {
      if (note.channel === drumChannel) return note;
      const voice = note.track * 16 + note.channel;
      if (!programs.has(voice)) programs.set(voice, instruments[Math.floor(random() * instruments.length)]!);
      return { ...note, program: programs.get(voice)! };
    });
  }
  if (variant.semitones)
    notes = notes.map((note) => ({
      ...note,
      pitch:
        note.channel === drumChannel
          ? note.pitch
          : Math.min(127, Math.max(0, note.pitch + variant.semitones!)),
    }));
  if (variant.drums) notes = [...notes, ...drumsFor(file)];
  return writeMidiFile({ ...file, notes }, variant.tempo ?? 1);
}

/** Every fifth melody note or so gets a turn, is split, or is left out. */
function ornament(file: MidiFile, random: () => number): MidiNote[] {
  const voices = new Map<string, MidiNote[]>();
  for (const note of file.notes) {
    const key = `${note.track} ${note.channel}`;
    if (note.channel !== drumChannel) voices.set(key, [...(voices.get(key) ?? []), note]);
  }
  const keys = [...voices.keys()];
  // The voice that is described as the topline is what a listener calls the melody.
  const lines = keys.map((key) => {
    const own = voices.get(key)!;
    return {
      name: file.trackNames[own[0]!.track] ?? '',
      program: own[0]!.program,
      notes: own.map((note) => ({
        onsetBeats: note.startTick / file.ticksPerQuarter,
        durationBeats: Math.max(1, note.endTick - note.startTick) / file.ticksPerQuarter,
        midiPitch: note.pitch,
        salience: 1,
      })),
    };
  });
  const top = new Set(
    selectMelodies(lines).topline.map(
      (note) => `${Math.round(note.onsetBeats * file.ticksPerQuarter)} ${note.midiPitch}`,
    ),
  );
  return file.notes.flatMap((note): MidiNote[] => {
    const isMelody = note.channel !== drumChannel && top.has(`${note.startTick} ${note.pitch}`);
    const chance = random();
    if (!isMelody || chance > 0.24) return [note];
    if (chance < 0.05) return [];
    const ticks = note.endTick - note.startTick;
    const neighbour = note.pitch + (chance < 0.12 ? 2 : -1);
    if (chance < 0.18) {
      const grace = Math.min(ticks >> 1, file.ticksPerQuarter >> 2);
      return [
        { ...note, endTick: note.startTick + grace, pitch: neighbour },
        { ...note, startTick: note.startTick + grace },
      ];
    }
    const half = ticks >> 1;
    return [
      { ...note, endTick: note.startTick + half },
      {
        ...note,
        startTick: note.startTick + half,
        endTick: note.startTick + half + (half >> 1),
        pitch: neighbour,
      },
      { ...note, startTick: note.startTick + half + (half >> 1) },
    ];
  });
}

/** Bass drum on one and three, snare on two and four, hi-hat in eighths. */
function drumsFor(file: MidiFile): MidiNote[] {
  const quarter = file.ticksPerQuarter;
  const end = file.notes.reduce((last, note) => Math.max(last, note.endTick), 0);
  const hits: MidiNote[] = [];
  const hit = (startTick: number, pitch: number, velocity: number): void => {
    const endTick = startTick + (quarter >> 2);
    hits.push({ startTick, endTick, pitch, velocity, channel: drumChannel, track: 0, program: 0 });
  };
  for (let beat = 0; beat * quarter < end; beat++) {
    hit(beat * quarter, beat % 2 === 0 ? 36 : 38, 105);
    hit(beat * quarter, 42, 80);
    hit(beat * quarter + (quarter >> 1), 42, 70);
  }
  return hits;
}

const variable = (value: number): number[] => {
  const bytes = [value & 127];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 127) | 128);
  return bytes;
};

function chunk(name: string, data: readonly number[]): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32BE(data.length, 4);
  return Buffer.concat([head, Buffer.from(data)]);
}

interface Event {
  readonly tick: number;
  /** At one tick notes end before programs change, and programs change before notes begin. */
  readonly order: number;
  readonly data: readonly number[];
}

function trackOf(events: Event[]): Buffer {
  events.sort((a, b) => a.tick - b.tick || a.order - b.order);
  const data: number[] = [];
  let tick = 0;
  for (const event of events) {
    for (const byte of variable(event.tick - tick)) data.push(byte);
    for (const byte of event.data) data.push(byte);
    tick = event.tick;
  }
  data.push(0, 0xff, 0x2f, 0);
  return chunk('MTrk', data);
}

/**
 * Format 1: tempo first, then one track of notes a channel.
 * @throws RangeError where a note begins before the file does: such a file cannot be written, and would be rendered as nothing
 */
export function writeMidiFile(file: MidiFile, tempo: number): Uint8Array {
  const early = file.notes.find(({ startTick }) => !(startTick >= 0));
  if (early) throw new RangeError(`A note begins at tick ${early.startTick}, before the file does.`);
  const tempos = file.tempos.length > 0 ? file.tempos : [{ tick: 0, microsecondsPerQuarter: 500_000 }];
  const tracks = [
    trackOf(
      tempos.map(({ tick, microsecondsPerQuarter }) => {
        const length = Math.round(microsecondsPerQuarter / tempo);
        return {
          tick,
          order: 0,
          data: [0xff, 0x51, 3, (length >> 16) & 255, (length >> 8) & 255, length & 255],
        };
      }),
    ),
  ];
  for (let channel = 0; channel < 16; channel++) {
    const events: Event[] = [];
    let program = -1;
    for (const note of file.notes
      .filter((one) => one.channel === channel)
      .sort((a, b) => a.startTick - b.startTick)) {
      if (note.program !== program && channel !== drumChannel) {
        program = note.program;
        events.push({ tick: note.startTick, order: 1, data: [0xc0 | channel, program] });
      }
      events.push({ tick: note.startTick, order: 2, data: [0x90 | channel, note.pitch, note.velocity] });
      events.push({
        tick: Math.max(note.startTick + 1, note.endTick),
        order: 0,
        data: [0x80 | channel, note.pitch, 0],
      });
    }
    if (events.length > 0) tracks.push(trackOf(events));
  }
  const division = file.ticksPerQuarter;
  return Buffer.concat([chunk('MThd', [0, 1, 0, tracks.length, division >> 8, division & 255]), ...tracks]);
}
