import { describe, expect, it } from 'vitest';
import type { SongNote } from '../../../music/song-description.js';
import { describeMidi } from '../../../music/symbolic/describe-midi.js';
import { generateMelody, writeMidi } from '../../../music/symbolic/test-support/melodies.js';
import { resultOf } from '../result.js';
import { encodeChunk } from '../search/code-chunk.js';
import { scanQuery, scanRow } from '../search/scan-row.js';
import { searchChunks } from '../search/search-chunks.js';
import { songCodes } from '../search/song-codes.js';
import { memoryReader } from '../test-support/memory-reader.js';
import { compareSongs } from './compare-songs.js';

/** A progression of 24 chords in bars, with a melody of its own over it. */
function song(harmonySeed: number, melodySeed: number, semitones = 0) {
  const harmony = generateMelody(harmonySeed, 24).flatMap(({ midiPitch }, bar): SongNote[] =>
    [0, midiPitch % 3 === 0 ? 3 : 4, 7].map((step) => ({
      onsetBeats: bar * 4,
      durationBeats: 4,
      midiPitch: 36 + ((midiPitch + bar * 5 + semitones) % 12) + step,
      salience: 1,
    })),
  );
  const description = describeMidi(writeMidi(harmony));
  const topline = generateMelody(melodySeed, 80).map((note) => ({
    ...note,
    midiPitch: note.midiPitch + semitones,
  }));
  return { ...description, melody: { vocal: [], instrumental: [], topline } };
}

describe('a song that shares only its chords', () => {
  const original = song(3, 100);
  const contrafact = song(3, 200, 5);

  it('is reported, with segments on downbeats and the chords as evidence', () => {
    const comparison = compareSongs(original, contrafact);
    expect(comparison.basis).not.toBe('melody');
    expect(comparison.harmony!.bits).toBeGreaterThan(20);
    expect(comparison.reported).toBe(true);
    expect(comparison.harmony!.transposition).toBe(5);
    const compared = {
      songId: 's',
      title: 'T',
      artist: '',
      link: null,
      musicId: null,
      comparison,
      rolls: [],
    };
    const { signature } = resultOf('Q', original, [compared]) as unknown as {
      signature: { signature_metric: number; scores: { chord: number } }[];
    };
    expect(signature).toHaveLength(1);
    expect(signature[0]!.signature_metric).toBeGreaterThan(0.5);
    expect(signature[0]!.scores.chord).toBeGreaterThan(0.9);
    for (const segment of comparison.harmony!.segments)
      expect(original.downbeats).toContain(segment.startBeats[0]);
  });

  it('is a candidate though no melody leads to it', async () => {
    const songs = Array.from({ length: 60 }, (_, seed) => song(300 + seed, 400 + seed));
    const reader = memoryReader([encodeChunk([...songs, contrafact].map(scanRow))]);
    const { candidates } = await searchChunks(scanQuery(original), reader, {
      melody: 5,
      harmony: 3,
      chroma: 0,
      otherTempo: 0,
    });
    expect(candidates.map((found) => found.song)).toContain(60);
  });

  it('is not reported for stock changes, nor where progressions differ', () => {
    for (let seed = 30; seed < 45; seed++)
      expect(compareSongs(original, song(seed, seed + 500)).reported).toBe(false);
  });

  it('says nothing where the chords are guessed from a line alone', () => {
    const alone = describeMidi(writeMidi(generateMelody(3, 90)));
    const { harmony, tonal } = compareSongs(alone, alone);
    expect(harmony).toBeNull();
    expect(tonal).toBeNull();
    expect(songCodes(alone)).toEqual(songCodes({ ...alone, chords: [] }));
  });
});
