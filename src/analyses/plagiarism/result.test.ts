import { describe, expect, it } from 'vitest';
import type { SongDescription, SongNote } from '../../music/song-description.js';
import { describeMidi } from '../../music/symbolic/describe-midi.js';
import { generateMelody, writeMidi } from '../../music/symbolic/test-support/melodies.js';
import { evenBitsAmong, signatureMetric } from './comparison/calibration.js';
import { compareSongs } from './comparison/compare-songs.js';
import { keyAgreement, movedBy } from './comparison/key-agreement.js';
import { rollsOf } from './comparison/segment-rolls.js';
import { comparisonOutcome } from './outcome.js';
import { type ComparedSong, detailOf, resultOf } from './result.js';

const after = (notes: readonly SongNote[], more: readonly SongNote[]): SongNote[] => {
  const start =
    Math.ceil(Math.max(...notes.map(({ onsetBeats, durationBeats }) => onsetBeats + durationBeats)) / 4) * 4;
  return [...notes, ...more.map((note) => ({ ...note, onsetBeats: note.onsetBeats + start }))];
};
const [first, second] = [generateMelody(3, 60), generateMelody(9, 40)];
const up = (notes: readonly SongNote[], semitones: number): SongNote[] =>
  notes.map((note) => ({ ...note, midiPitch: note.midiPitch + semitones }));
const submitted = describeMidi(writeMidi(after(second, first)));

function compared(title: string, description: SongDescription): ComparedSong {
  const comparison = compareSongs(submitted, description);
  const rolls = rollsOf(submitted, description, comparison);
  return { songId: title, title, artist: '', link: null, musicId: null, comparison, rolls };
}
const songs = [
  compared('first', describeMidi(writeMidi(up(first, 3), { bpm: 90 }))),
  compared('second', describeMidi(writeMidi(up(second, -2)))),
].sort((a, b) => b.comparison.bits - a.comparison.bits);

interface Match {
  signature_metric: number;
  original: { time_start: number };
  comparison: { title: string };
}
const result = resultOf('submitted', submitted, songs) as unknown as Record<string, Match[]>;

describe('the documented result', () => {
  it('has one song’s passages together in every category, the best song first', () => {
    const order = songs.map(({ title }) => title);
    for (const category of ['signature', 'topline'] as const) {
      const titles = result[category]!.map(({ comparison }) => comparison.title);
      expect(titles.filter((title, place) => title !== titles[place - 1])).toEqual(order);
    }
  });

  it('gives each passage of a line its own metric, none above that of the line, and the song’s in signature', () => {
    const passages = result.topline!.filter(({ comparison }) => comparison.title === 'first');
    const metrics = passages.map((match) => match.signature_metric);
    expect(metrics.length).toBeGreaterThan(1);
    expect(new Set(metrics).size).toBe(metrics.length);
    const song = songs.find(({ title }) => title === 'first')!;
    const { lines, evenBits } = song.comparison;
    for (const metric of metrics) expect(metric).toBeLessThan(signatureMetric(lines[0]!.bits, evenBits));
    const whole = result.signature!.find(({ comparison }) => comparison.title === 'first')!;
    expect(whole.signature_metric).toBeCloseTo(song.comparison.signatureMetric, 3);
  });

  it('gives a passage nothing of what whole tunes add: that is the song’s', () => {
    const short = describeMidi(writeMidi(first.slice(0, 12)));
    const comparison = compareSongs(short, short);
    const [line] = comparison.lines;
    expect(line!.wholeTuneBits).toBeGreaterThan(5);
    const rolls = rollsOf(short, short, comparison);
    const song = { songId: '1', title: 'equal', artist: '', link: null, musicId: null, comparison, rolls };
    const { topline, signature } = resultOf('short', short, [song]) as unknown as typeof result;
    const ofPassage = signatureMetric(line!.bits - line!.wholeTuneBits, comparison.evenBits);
    expect(topline![0]!.signature_metric).toBeLessThanOrEqual(ofPassage + 1e-3);
    expect(signature![0]!.signature_metric).toBeGreaterThan(ofPassage + 0.1);
    const { songs: listed } = detailOf(short, [song]) as unknown as { songs: { whole_tune_bits: number }[] };
    expect(listed[0]!.whole_tune_bits).toBeCloseTo(line!.wholeTuneBits, 1);
    const onChords = { ...song, comparison: { ...comparison, basis: 'harmony' as const } };
    expect(detailOf(short, [onChords])).toMatchObject({ songs: [{ whole_tune_bits: 0 }] });
  });
});

describe('the detail', () => {
  it('gives each song the bits from which it is reported among as many songs, and without any song those of the query’s kind', () => {
    const heard = { ...describeMidi(writeMidi(second)), source: 'audio' as const };
    const among = [describeMidi(writeMidi(first)), heard].map((description, place) => ({
      ...compared(String(place), description),
      comparison: compareSongs(submitted, description, { songs: 10_000 }),
    }));
    const thresholds = {
      written: evenBitsAmong(10_000, 'written'),
      heard: evenBitsAmong(10_000, 'transcribed'),
    };
    expect(thresholds.written - thresholds.heard).toBeGreaterThan(1);
    expect(detailOf(submitted, among, 10_000).songs).toMatchObject([
      { reporting_threshold_bits: expect.closeTo(thresholds.written, 1) },
      { reporting_threshold_bits: expect.closeTo(thresholds.heard, 1) },
    ]);
    const bits = (query: SongDescription): unknown => detailOf(query, [], 10_000).reporting_threshold_bits;
    expect(bits(submitted)).toBeCloseTo(thresholds.written, 1);
    expect(bits(heard)).toBeCloseTo(thresholds.heard, 1);
  });

  it('names in the reasons of a comparison of how many songs the second one is one', () => {
    const description = describeMidi(writeMidi(first));
    const song = {
      ...compared('first', description),
      comparison: compareSongs(submitted, description, { songs: 7 }),
    };
    const reasons = (searched?: number): string =>
      JSON.stringify(
        comparisonOutcome({ title: '', description: submitted }, description, song, searched).detail.verdict,
      );
    expect(reasons(7)).toContain('among the 7 searched');
    expect(reasons()).not.toContain('among the');
    expect(reasons()).toContain('Compared with one song');
  });

  it('names bars beside seconds in every passage, and keys that agree with the transposition or say what is doubtful', () => {
    const detail = detailOf(submitted, songs) as unknown as {
      songs: {
        keys: { agrees: boolean | null; doubtful: string | null; note: string | null };
        runs: { segments: Record<'original' | 'comparison', { bars: number[]; time_start: number }>[] }[];
      }[];
    };
    for (const { keys, runs } of detail.songs) {
      const segments = runs.flatMap((one) => one.segments);
      expect(segments.length).toBeGreaterThan(0);
      for (const { original } of segments) {
        const [from, to] = original.bars;
        // 120 BPM, four beats a bar.
        expect(original.time_start).toBeCloseTo((from! - 1) * 2, 1);
        expect(to! - from!).toBe(3);
      }
      if (keys.agrees === false) expect(keys.note).toContain('doubtful');
      else expect(keys.doubtful).toBeNull();
    }
  });

  it('says of every run in another transposition than the decisive one whether it contradicts the keys', () => {
    const [song] = songs;
    const { lines } = song!.comparison;
    const keys = keyAgreement(
      { key: { tonic: 0, mode: 'major', confidence: 0.5 } },
      { key: { tonic: 3, mode: 'major', confidence: 0.2 } },
      3,
    );
    const runs = [3, 3, -2].map((transposition) => ({ ...lines[0]!, transposition }));
    const harmony = { bits: 9, transposition: 1, run: lines[0]!.run, matchedChords: [], segments: [] };
    const shown = { ...song!, rolls: [], comparison: { ...song!.comparison, keys, lines: runs, harmony } };
    const detail = detailOf(submitted, [shown]) as unknown as {
      songs: {
        keys: { note: string | null };
        runs: { key_note: string | null }[];
        harmony: { key_note: string | null };
      }[];
    };
    const [found] = detail.songs;
    expect(found!.keys.note).toBeNull();
    expect(found!.runs.map((run) => run.key_note)).toEqual([
      null,
      null,
      expect.stringContaining('from C major to Bb major, not to Eb major'),
    ]);
    expect(found!.harmony.key_note).toContain('1 semitone higher');
    // Where the decisive transposition is the doubtful one, a run that agrees with the keys is in no doubt.
    const doubted = { ...shown, comparison: { ...shown.comparison, keys: movedBy(keys, -2) } };
    const [other] = (detailOf(submitted, [doubted]) as unknown as typeof detail).songs;
    expect(other!.keys.note).toContain('doubtful');
    expect(other!.runs.map((run) => run.key_note)).toEqual([null, null, null]);
    // What is shared by chance says nothing of keys.
    const chance = { ...doubted, comparison: { ...doubted.comparison, finding: 'not_found' as const } };
    const [none] = (detailOf(submitted, [chance]) as unknown as typeof detail).songs;
    expect([none!.keys.note, none!.harmony.key_note, ...none!.runs.map((run) => run.key_note)]).toEqual(
      Array(5).fill(null),
    );
  });
});
