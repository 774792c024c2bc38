import { describe, expect, it } from 'vitest';
import { pinned } from '../../numbers/test-support/pinned.js';
import { seededRandom } from '../../signal/seeded-random.js';
import type { SongNote } from '../song-description.js';
import { asSongNotes, performance } from '../test-support/performance.js';
import { beatAtTick, beatGrid } from './beat-grid.js';
import { chordsOfNotes, keyOfNotes } from './chords-of-notes.js';
import { describeMidi } from './describe-midi.js';
import type { MidiFile } from './midi-reader.js';
import { notesAsSounding } from './notes-as-heard.js';
import { isOnSteps, onsetPhase, steadiestBeat } from './onset-phase.js';
import { withoutOvertones } from './overtones.js';
import { sectionsOfNotes } from './sections-of-notes.js';
import { selectMelodies } from './select-melodies.js';
import { skyline } from './skyline.js';
import { tempoMap } from './tempo-map.js';
import { generateMelody, writeMidi } from './test-support/melodies.js';

const tune = generateMelody(5, 70);
const bass = Array.from({ length: 64 }, (_, beat) => ({
  onsetBeats: beat,
  durationBeats: 1,
  midiPitch: [36, 43, 45, 41][Math.floor(beat / 4) % 4]!,
  salience: 1,
}));
const both = [...tune, ...bass].sort((a, b) => a.onsetBeats - b.onsetBeats);
const played = asSongNotes(performance(6, 4, 16, 97).notes);

const files: Readonly<Record<string, Uint8Array>> = {
  'a written tune': writeMidi(tune),
  'a tune over a bass, sung': writeMidi(both, { bpm: 90, name: 'LeadVox' }),
  'in three': writeMidi(both, { numerator: 3 }),
  'in six eighths': writeMidi(both, { numerator: 6, denominatorPower: 3 }),
  'in two halves': writeMidi(both, { numerator: 2, denominatorPower: 1 }),
  'in five': writeMidi(both, { numerator: 5 }),
  'a line played freely': writeMidi(asSongNotes(performance(6, 4, 12, 97).tune)),
};

describe('the description of known MIDI files is what it was before, to five digits', () => {
  it.each(Object.entries(files))('%s', async (name, bytes) => {
    await expect(pinned(describeMidi(bytes))).toMatchFileSnapshot(
      `known-files/${name.replaceAll(/\W+/g, '-')}.txt`,
    );
  });
});

describe('of known notes', () => {
  it('chords, keys, sections and the upper voice are what they were', async () => {
    const text = pinned({
      chords: chordsOfNotes(both, 64),
      playedChords: chordsOfNotes(played, 80),
      empty: [chordsOfNotes([], 3), chordsOfNotes([], 0)],
      key: [keyOfNotes(both, chordsOfNotes(both, 64)), keyOfNotes(tune, []), keyOfNotes([], [])],
      sections: sectionsOfNotes(
        played,
        80,
        Array.from({ length: 20 }, (_, bar) => 4 * bar),
      ),
      skyline: skyline(played).flatMap((note) => Object.values(note)),
      sounding: (({ onset, activations, notes }) => ({ onset, activations, notes }))(
        notesAsSounding(
          played.slice(0, 90).map((note, place) => ({
            startTick: 480 * note.onsetBeats,
            endTick: 480 * (note.onsetBeats + note.durationBeats),
            pitch: note.midiPitch,
            velocity: 40 + place,
            channel: place % 11 === 0 ? 9 : 0,
            track: 0,
            program: 0,
          })),
          tempoMap({ ticksPerQuarter: 480, tempos: [{ tick: 900, microsecondsPerQuarter: 400_000 }] }),
        ),
      ),
    });
    await expect(text).toMatchFileSnapshot('known-files/notes.txt');
  });

  it('the melodies are chosen by name, program, register, movement and singleness as before', () => {
    const voice = (name: string, notes: readonly SongNote[], program = 0) => ({ name, notes, program });
    const high = tune.map((note) => ({ ...note, midiPitch: note.midiPitch + 12 }));
    const chords = played.filter(({ durationBeats }) => durationBeats > 1);
    const chosen = (...voices: ReturnType<typeof voice>[]): string => {
      const { vocal, instrumental, topline } = selectMelodies(voices);
      const nameOf = (line: readonly SongNote[]): string =>
        line.length === 0
          ? '-'
          : (voices.find(({ notes }) => {
              const own = skyline(notes);
              return (
                own.length === line.length && own.every((note, at) => note.midiPitch === line[at]!.midiPitch)
              );
            })?.name ?? '?');
      return [vocal, instrumental, topline].map(nameOf).join(' | ');
    };
    const lowBass = bass.map((note) => ({ ...note, midiPitch: note.midiPitch + 30 }));
    expect([
      chosen(voice('Piano', chords), voice('Vocals', high)),
      chosen(voice('Solo', high), voice('Choir', tune)),
      chosen(voice('Vocal Guitar', tune), voice('x', bass)),
      chosen(voice('a', bass, 33), voice('b', tune)),
      chosen(voice('a', lowBass, 33), voice('b', tune.slice(0, 9))),
      chosen(voice('a', lowBass, 31), voice('b', tune.slice(0, 9))),
      chosen(voice('Strings', high), voice('x', bass)),
      chosen(voice('Melody', high), voice('Lead', tune)),
      chosen(voice('Lead', tune), voice('x', high, 53)),
      chosen(voice('x', tune.slice(0, 7)), voice('y', chords)),
      chosen(voice('x', tune.slice(0, 8)), voice('y', chords)),
      chosen(voice('x', tune), voice('y', played)),
    ]).toEqual([
      'Vocals | Piano | Vocals',
      'Choir | Solo | Choir',
      '- | Vocal Guitar | Vocal Guitar',
      '- | b | b',
      '- | b | b',
      '- | a | a',
      '- | x | x',
      'Melody | Lead | Melody',
      'x | Lead | Lead',
      '- | y | y',
      '- | x | x',
      '- | x | x',
    ]);
    expect(chosen()).toBe('- | - | -');
  });

  it('partials of one voice are left out as before', async () => {
    const partials = tune.flatMap((note, place) => [
      note,
      { ...note, midiPitch: note.midiPitch + 12, onsetBeats: note.onsetBeats + 0.05 },
      ...(place % 2 === 0 ? [{ ...note, midiPitch: note.midiPitch + 19 }] : []),
    ]);
    const sorted = partials.sort((a, b) => a.onsetBeats - b.onsetBeats);
    const doubled = tune.flatMap((note) => [note, { ...note, midiPitch: note.midiPitch + 12 }]);
    expect(withoutOvertones(doubled)).toBe(doubled);
    expect(withoutOvertones(both)).toBe(both);
    const text = pinned({
      left: withoutOvertones(sorted).map(({ onsetBeats, midiPitch }) => [onsetBeats, midiPitch]),
    });
    await expect(text).toMatchFileSnapshot('known-files/partials.txt');
  });
});

describe('where onsets lie on a grid is measured as before', () => {
  const random = seededRandom(3);
  const onsets = (parts: number, shift: number, spread: number): Float64Array =>
    Float64Array.from(
      { length: 300 },
      (_, place) => 480 * (place / parts + shift + spread * (random() - 0.5)),
    );

  it('phase, division and steadiest beat', async () => {
    const cases = {
      eighths: onsets(2, 0.1, 0.1),
      triplets: onsets(3, -0.05, 0.05),
      loose: onsets(4, 0.05, 0.3),
    };
    const measured = Object.entries(cases).map(([name, at]) => [
      name,
      {
        phase: onsetPhase(at, 480),
        isOnSteps: isOnSteps(at, 480, 0.5),
        steadiest: steadiestBeat(at, 470),
        atDouble: onsetPhase(at, 960),
      },
    ]);
    await expect(pinned(Object.fromEntries(measured))).toMatchFileSnapshot('known-files/onsets.txt');
  });

  it('is on its steps up to an eighth of a turn from them', () => {
    const shifted = (shift: number): boolean => isOnSteps(onsets(2, shift, 0), 480, 0.5);
    expect([0, 0.06, 0.065, 0.2].map(shifted)).toEqual([true, true, false, false]);
    const sixteenths = (shift: number): boolean => isOnSteps(onsets(4, shift, 0), 480, 0.5);
    expect([0, 0.031, 0.033].map(sixteenths)).toEqual([true, true, false]);
  });
});

describe('beats as a file writes them', () => {
  const file = (meters: MidiFile['meters'], lastTick: number): MidiFile => ({
    ticksPerQuarter: 480,
    notes: [{ startTick: 0, endTick: lastTick, pitch: 60, velocity: 90, channel: 0, track: 0, program: 0 }],
    tempos: [
      { tick: 480, microsecondsPerQuarter: 250_000 },
      { tick: 960, microsecondsPerQuarter: 1_000_000 },
    ],
    meters,
    trackNames: [''],
  });
  it.each([
    [4, 4, 'X...'],
    [3, 4, 'X..'],
    [2, 4, 'X.'],
    [6, 4, 'X.....'],
    [9, 4, 'X........'],
    [12, 4, 'X...........'],
    [5, 4, 'X....'],
    [6, 8, 'X.'],
    [9, 8, 'X..'],
    [12, 8, 'X...'],
    [3, 8, 'X..'],
    [5, 8, 'X..'],
    [2, 2, 'X...'],
    [3, 2, 'X..'],
    [4, 2, 'X...'],
  ])('of %i/%i are %s', (numerator, denominator, bar) => {
    const { downbeats, meter, ticks } = beatGrid(file([{ tick: 0, numerator, denominator }], 480 * 48));
    expect(downbeats.slice(0, 3)).toEqual([0, bar.length, 2 * bar.length]);
    expect(meter).toBe(bar.length % 3 === 0 ? 3 : 4);
    expect(ticks[bar.length]).toBeCloseTo((480 * 4 * numerator) / denominator, 6);
  });

  it('follow changes of metre and tempo, and reach over the last note', () => {
    const changing = file(
      [
        { tick: 0, numerator: 3, denominator: 4 },
        { tick: 1440, numerator: 4, denominator: 4 },
        { tick: 1440, numerator: 2, denominator: 4 },
      ],
      480 * 7,
    );
    const grid = beatGrid(changing);
    expect(grid.downbeats).toEqual([0, 3, 5, 7]);
    expect([...grid.seconds].slice(0, 5)).toEqual([0, 0.5, 0.75, 1.75, 2.75]);
    expect(grid.ticks.at(-1)).toBeGreaterThanOrEqual(480 * 7);
    expect(grid.meter).toBe(4);
    expect([0, 240, 480 * 6.25, 480 * 100].map((tick) => beatAtTick(grid, tick))).toEqual([
      0, 0.5, 6.25, 100,
    ]);
    const { secondsAt, tickAt } = tempoMap(changing);
    for (const tick of [0, 100, 480, 700, 960, 5000]) expect(tickAt(secondsAt(tick))).toBeCloseTo(tick, 6);
  });
});
