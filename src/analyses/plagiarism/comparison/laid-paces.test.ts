import { describe, expect, it } from 'vitest';
import { laidEvidence } from '../../../music/melody/laying/laid-evidence.js';
import type { SongDescription, SongNote } from '../../../music/song-description.js';
import { generateMelody } from '../../../music/symbolic/test-support/melodies.js';
import { arranged, triads } from '../test-support/scenes.js';
import { laidMatch } from './laid-match.js';
import { type PreparedSong, prepareSong } from './prepared-song.js';

type Notes = readonly SongNote[];
const tune = generateMelody(4, 60);
const written = arranged(tune, triads(9, 24));
const slower = (notes: Notes, times: number): SongNote[] =>
  notes.map((note) => ({
    ...note,
    onsetBeats: note.onsetBeats * times,
    durationBeats: note.durationBeats * times,
  }));
/** A recording of these notes over other chords. */
const heard = (notes: Notes): SongDescription => ({ ...arranged(notes, triads(33, 24)), source: 'audio' });
const bitsOf = (a: SongDescription | PreparedSong, b: SongDescription | PreparedSong): number => {
  const [x, y] = [a, b].map((song) => ('lines' in song ? song : prepareSong(song)));
  return laidMatch(x!, y!, 'vocal', 0)?.bits ?? 0;
};

describe('beats of one song for a beat of the other', () => {
  it.each([1, 2, 1 / 2, 3 / 2, 2 / 3])('are always tried as %f, whichever song comes first', (pace) => {
    const song = heard(slower(tune, pace));
    expect(bitsOf(song, written)).toBeGreaterThan(40);
    expect(bitsOf(written, song)).toBeGreaterThan(40);
  });

  it.each([3, 1 / 3])('are tried as %f only where one of the songs is in three', (pace) => {
    const notes = slower(tune, pace);
    const [inFour, inThree] = [heard(notes), { ...heard(notes), meter: 3 as const }];
    expect(bitsOf(inFour, written)).toBeLessThan(12);
    expect(bitsOf(inThree, written)).toBeGreaterThan(30);
    expect(bitsOf(inFour, { ...written, meter: 3 })).toBeGreaterThan(30);
    expect(bitsOf({ ...written, meter: 3 }, inFour)).toBeGreaterThan(30);
  });

  it.each([3, 1 / 3])(
    'are tried as %f where the tempi differ as much, by a factor of 1.35 at most',
    (pace) => {
      const song = heard(slower(tune, pace));
      const bitsAt = (factor: number): number[] => {
        const other = { ...song, tempoBpm: written.tempoBpm * pace * factor };
        return [bitsOf(other, written), bitsOf(written, other)];
      };
      for (const factor of [1, 1.34, 1 / 1.34]) expect(Math.min(...bitsAt(factor))).toBeGreaterThan(30);
      for (const factor of [1.36, 1 / 1.36, 4, 1 / 4]) expect(Math.max(...bitsAt(factor))).toBeLessThan(12);
    },
  );
});

describe('which line is laid upon which', () => {
  /** Notes that the other song has not: what sounds in one is then not what is laid from the other. */
  const sparse = tune.filter((_, at) => at % 3 !== 1);
  const evidenceOf = (sounding: Notes, laid: Notes): number => {
    const [x, y] = [sounding, laid].map((notes) => prepareSong(heard(notes)).lines.vocal.layable()!);
    return laidEvidence(x!, y!, [1, 2, 1 / 2, 3 / 2, 2 / 3])?.bits ?? 0;
  };
  const [sparseLaid, tuneLaid] = [evidenceOf(tune, sparse), evidenceOf(sparse, tune)];

  it('is the written one upon the one that was heard, though the opposite may say more', () => {
    expect(Math.abs(sparseLaid - tuneLaid)).toBeGreaterThan(3);
    expect(bitsOf(heard(sparse), arranged(tune, triads(9, 24)))).toBeCloseTo(tuneLaid, 9);
    expect(bitsOf(arranged(tune, triads(9, 24)), heard(sparse))).toBeCloseTo(tuneLaid, 9);
    expect(bitsOf(heard(tune), arranged(sparse, triads(9, 24)))).toBeCloseTo(sparseLaid, 9);
    expect(bitsOf(arranged(sparse, triads(9, 24)), heard(tune))).toBeCloseTo(sparseLaid, 9);
  });

  it('is of two that were heard the one that says more', () => {
    const more = Math.max(sparseLaid, tuneLaid);
    expect(bitsOf(heard(sparse), heard(tune))).toBeCloseTo(more, 9);
    expect(bitsOf(heard(tune), heard(sparse))).toBeCloseTo(more, 9);
  });

  it('is none of two written songs, and none where alignment says as much', () => {
    const [x, y] = [prepareSong(heard(tune)), prepareSong(written)];
    const { bits } = laidMatch(x, y, 'topline', 0)!;
    expect(laidMatch(x, y, 'topline', bits - 0.001)!.bits).toBe(bits);
    expect(laidMatch(x, y, 'topline', bits)).toBeNull();
    expect(laidMatch(y, y, 'topline', 0)).toBeNull();
    expect(laidMatch(x, x, 'instrumental', 0)).toBeNull();
  });
});

it('what is laid lies in each song where its own notes do, whichever song comes first', () => {
  const moved = tune.map((note) => ({
    ...note,
    onsetBeats: note.onsetBeats + 16,
    midiPitch: note.midiPitch + 5,
  }));
  const [x, y] = [prepareSong(heard(moved)), prepareSong(written)];
  for (const [a, b, beats, transposition] of [
    [x, y, 16, -5],
    [y, x, -16, 5],
  ] as const) {
    const match = laidMatch(a, b, 'vocal', 0)!;
    expect(match.transposition).toBe(transposition);
    expect(match.run.startA - match.run.startB).toBeCloseTo(beats, 6);
    expect(match.run.endA - match.run.endB).toBeCloseTo(beats, 6);
    expect(match.matchedOnsets.length).toBeGreaterThan(40);
    for (const [own, other] of match.matchedOnsets) expect(own - other).toBeCloseTo(beats, 6);
  }
});

it('nothing is laid upon a line without notes, nor is such a line', () => {
  const without = prepareSong({ ...heard(tune), melody: { vocal: [], instrumental: [], topline: tune } });
  for (const song of [prepareSong(written), prepareSong(heard(tune)), without]) {
    expect(laidMatch(without, song, 'vocal', 0)).toBeNull();
    expect(laidMatch(song, without, 'vocal', 0)).toBeNull();
  }
});

it('of several notes that are laid upon one that was heard the first is named', () => {
  // A repeated note is not laid.
  const moving = tune.filter((note, at) => at === 0 || (note.midiPitch - tune[at - 1]!.midiPitch) % 12 !== 0);
  const turned = moving.flatMap((note) => {
    const piece = { ...note, durationBeats: note.durationBeats / 4 };
    const at = (share: number): number => note.onsetBeats + share * note.durationBeats;
    return note.durationBeats < 1.5
      ? [note]
      : [
          { ...piece, durationBeats: 2 * piece.durationBeats },
          { ...piece, onsetBeats: at(0.5), midiPitch: note.midiPitch + 1 },
          { ...piece, onsetBeats: at(0.75) },
        ];
  });
  expect(turned.length).toBeGreaterThan(moving.length + 10);
  const { matchedOnsets } = laidMatch(
    prepareSong(heard(moving)),
    prepareSong(arranged(turned, triads(9, 24))),
    'vocal',
    0,
  )!;
  expect(matchedOnsets.length).toBeGreaterThan(40);
  for (const [own, other] of matchedOnsets) expect(other).toBe(own);
});
