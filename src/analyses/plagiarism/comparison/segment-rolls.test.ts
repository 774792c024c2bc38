import { describe, expect, it } from 'vitest';
import { chordName, type SongDescription } from '../../../music/song-description.js';
import { spelled } from '../../../music/spelling.js';
import { describeMidi } from '../../../music/symbolic/describe-midi.js';
import { generateMelody, writeMidi } from '../../../music/symbolic/test-support/melodies.js';
import { detailOf } from '../result.js';
import { rankCandidates } from '../search/rank-candidates.js';
import { decodeSketch, encodeSketch } from '../search/song-sketch.js';
import { arranged, higher, triads } from '../test-support/scenes.js';
import { comparePrepared, compareSongs } from './compare-songs.js';
import { prepareSong } from './prepared-song.js';
import { chordRolls, rollsOf, segmentsWithRolls } from './segment-rolls.js';

const tune = generateMelody(11, 64);
const original = describeMidi(writeMidi(tune));
const moved = describeMidi(
  writeMidi(
    tune.filter((_, place) => place % 9 !== 4).map((note) => ({ ...note, midiPitch: note.midiPitch + 5 })),
    { bpm: 90 },
  ),
);

/** Pitch class of `Bb`, `F#`, `C`. */
const rootOf = (name: string): number =>
  [9, 11, 0, 2, 4, 5, 7]['ABCDEFG'.indexOf(name[0]!)]! +
  (name.endsWith('#') ? 1 : name.endsWith('b') ? -1 : 0);

describe('the rolls of a match of chords', () => {
  it('pair equal chords, moved by the transposition, at the beats where they sound', () => {
    const song = (seed: number, semitones: number): SongDescription =>
      arranged(generateMelody(seed, 64), higher(triads(3, 16), semitones));
    const { harmony } = compareSongs(song(61, 0), song(62, 5));
    const rolls = chordRolls(harmony!);
    expect(rolls.length).toBeGreaterThan(0);
    for (const { original: a, comparison: b, matched, transposition } of rolls) {
      expect(transposition).toBe(5);
      expect(matched.length).toBeGreaterThan(2);
      for (const [first, second] of matched) {
        const [root, quality] = a.chords[first]!.split(':');
        const moved = chordName(rootOf(root!) + 5, quality as 'maj' | 'min');
        expect(b.chords[second]).toBe(spelled(moved, b.key));
      }
    }
  });
});

describe('bar lines of a song that is read at half its pace', () => {
  it('are those of its bars as it is described, so that their numbers are right', () => {
    const slow = describeMidi(
      writeMidi(
        tune.map((note) => ({
          ...note,
          onsetBeats: 2 * note.onsetBeats,
          durationBeats: 2 * note.durationBeats,
        })),
        { bpm: 240 },
      ),
    );
    const comparison = comparePrepared(prepareSong(original), prepareSong(slow));
    const [roll] = rollsOf(original, slow, comparison).flat();
    const { bars, downbeatsSeconds, startSeconds, endSeconds } = roll!.comparison;
    expect(comparison.lines[0]!.segments[0]!.comparisonTempo).toBe(0.5);
    expect(downbeatsSeconds).toHaveLength(bars[1] - bars[0] + 1);
    expect(downbeatsSeconds[0]).toBeCloseTo(startSeconds, 3);
    expect(downbeatsSeconds.at(-1)! + 1).toBeCloseTo(endSeconds, 3);
  });
});

describe('the rolls of a match', () => {
  const comparison = comparePrepared(prepareSong(original), prepareSong(moved));
  const rolls = rollsOf(original, moved, comparison);

  it('pair notes that are the transposition apart, in the order of both lists', () => {
    const all = rolls.flat();
    expect(all.length).toBeGreaterThan(1);
    for (const { original: a, comparison: b, matched, transposition } of all) {
      expect(transposition).toBe(5);
      expect(matched.length).toBeGreaterThan(3);
      let before: readonly [number, number] = [-1, -1];
      for (const pair of matched) {
        const [first, second] = pair;
        expect((b.notes[second]!.midiPitch - a.notes[first]!.midiPitch + 120) % 12).toBe(5);
        expect(first).toBeGreaterThan(before[0]);
        expect(second).toBeGreaterThan(before[1]);
        before = pair;
      }
    }
  });

  it('lie within their segment, in beats and in the seconds of each song', () => {
    for (const { original: a, comparison: b } of rolls.flat()) {
      expect(a.endSeconds - a.startSeconds).toBeCloseTo(a.beats * 0.5, 3);
      expect(b.endSeconds - b.startSeconds).toBeCloseTo(b.beats * (60 / 90), 2);
      for (const side of [a, b]) {
        expect(side.chords).toHaveLength(side.beats);
        expect(side.downbeatsSeconds[0]).toBeCloseTo(side.startSeconds, 3);
        for (const note of side.notes) {
          expect(note.startBeat).toBeGreaterThanOrEqual(0);
          expect(note.startBeat + note.beats).toBeLessThanOrEqual(side.beats + 1e-6);
          expect(note.startSeconds).toBeGreaterThanOrEqual(side.startSeconds - 1e-6);
          expect(note.endSeconds).toBeLessThanOrEqual(side.endSeconds + 1e-6);
        }
      }
    }
  });

  it('stand in the detail of reported songs and of the first three others, and are bounded', () => {
    const strangers = Array.from({ length: 8 }, (_, seed) =>
      describeMidi(writeMidi(generateMelody(200 + seed, 80))),
    );
    const ranked = rankCandidates(
      prepareSong(original),
      [...strangers, moved].map((song) => ({
        song: decodeSketch(encodeSketch(song)),
        passage: 0,
        similarity: 0,
        tempo: 1 as const,
      })),
      9,
    );
    expect(ranked[0]!.candidate).toBe(8);
    const counts = ranked.map(({ rolls: lines }) => lines.flat().length);
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts.slice(1).some((count) => count > 0)).toBe(true);
    expect(counts.slice(3).every((count) => count === 0)).toBe(true);
    for (const { rolls: lines } of ranked)
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(segmentsWithRolls);
    const { comparison: best, rolls: lines } = ranked[0]!;
    const song = { songId: 's', title: 'T', artist: '', link: null, musicId: 'music_1' };
    const detail = detailOf(original, [{ ...song, comparison: best!, rolls: lines }]) as unknown as {
      songs: { music_id: string; runs: { segments: Record<string, Record<string, unknown>>[] }[] }[];
    };
    expect(detail.songs[0]!.music_id).toBe('music_1');
    const [segment] = detail.songs[0]!.runs[0]!.segments;
    expect(Object.keys(segment!)).toEqual([
      'signature_metric',
      'original',
      'comparison',
      'matched',
      'transposition',
    ]);
    expect(Object.keys(segment!.original!)).toEqual([
      'time_start',
      'time_end',
      'beats',
      'bars',
      'meter',
      'key',
      'chords',
      'downbeats',
      'beat_seconds',
      'notes',
    ]);
    expect(Object.keys((segment!.original!.notes as object[])[0]!)).toEqual([
      'start_seconds',
      'end_seconds',
      'start_beat',
      'beats',
      'midi',
    ]);
  });
});
