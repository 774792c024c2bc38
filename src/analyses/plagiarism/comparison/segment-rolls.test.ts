import { describe, expect, it } from 'vitest';
import { describeMidi } from '../../../music/symbolic/describe-midi.js';
import { generateMelody, writeMidi } from '../../../music/symbolic/test-support/melodies.js';
import { detailOf } from '../result.js';
import { rankCandidates } from '../search/rank-candidates.js';
import { decodeSketch, encodeSketch } from '../search/song-sketch.js';
import { comparePrepared } from './compare-songs.js';
import { prepareSong } from './prepared-song.js';
import { rollsOf, segmentsWithRolls } from './segment-rolls.js';

const tune = generateMelody(11, 64);
const original = describeMidi(writeMidi(tune));
const moved = describeMidi(
  writeMidi(
    tune.filter((_, place) => place % 9 !== 4).map((note) => ({ ...note, midiPitch: note.midiPitch + 5 })),
    { bpm: 90 },
  ),
);

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
