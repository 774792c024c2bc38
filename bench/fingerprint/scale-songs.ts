/** Many songs with the statistics of few recordings, and excerpts of them that were played faster and damaged. */
import { framesPerSecond } from '../../src/analyses/fingerprint/parameters.js';
import type { PeakList } from '../../src/analyses/fingerprint/peaks/peak-list.js';
import { seededRandom } from '../../src/signal/seeded-random.js';

interface Peak {
  readonly time: number;
  readonly cents: number;
  readonly salience: number;
  readonly level: number;
}

/** Pitches that peaks can have, in cents. */
const range = 5570;
const pieceFrames = 2 * framesPerSecond;

/**
 * Another song of a recording's statistics: its pieces of two seconds in any order, all transposed, stretched and perhaps reversed.
 * Jitter of half a frame and 8 cents keeps songs of one recording from sharing their hashes, and leaves how often two songs share
 * one nearly as it is (measured on 22 recordings: once in 2^22.5 pairs instead of 2^22.2).
 */
export function songLike(recording: PeakList, seed: number, seconds: number): PeakList {
  const random = seededRandom(seed);
  const pieces = Math.max(1, Math.floor((recording.times[recording.count - 1] ?? 0) / pieceFrames));
  const byPiece: number[][] = Array.from({ length: pieces }, () => []);
  for (let i = 0; i < recording.count; i++) {
    byPiece[Math.min(pieces - 1, Math.floor(recording.times[i]! / pieceFrames))]!.push(i);
  }
  const stretch = 2 ** (1.2 * (random() - 0.5));
  const shift = range * random();
  const isReversed = random() < 0.5;
  const peaks: Peak[] = [];
  const length = pieceFrames * stretch;
  for (let slot = 0; (slot + 1) * length <= seconds * framesPerSecond; slot++) {
    const piece = Math.floor(random() * pieces);
    for (const i of byPiece[piece]!) {
      const inside = (recording.times[i]! - piece * pieceFrames) * stretch;
      const time = slot * length + (isReversed ? length - inside : inside) + random() - 0.5;
      peaks.push({
        time: Math.max(0, time),
        cents: (recording.cents[i]! + shift + 8 * random()) % range,
        salience: recording.saliences[i]!,
        level: recording.levels[i]!,
      });
    }
  }
  return listOf(peaks);
}

const excerptFrames = 20 * framesPerSecond;

/** 20 s of a song, 2 % faster and with a third of its peaks replaced. */
export function damagedExcerpt(song: PeakList, seed: number): PeakList {
  const random = seededRandom(seed + 77);
  const from = 40 * framesPerSecond;
  const kept: Peak[] = [];
  for (let i = 0; i < song.count; i++) {
    const time = song.times[i]! - from;
    if (time < 0 || time > excerptFrames) continue;
    const isReplaced = random() < 0.33;
    kept.push({
      time: (isReplaced ? random() * excerptFrames : time) / 1.02,
      cents: isReplaced ? random() * range : song.cents[i]! + 34,
      salience: song.saliences[i]!,
      level: song.levels[i]!,
    });
  }
  return listOf(kept);
}

function listOf(peaks: Peak[]): PeakList {
  peaks.sort((a, b) => a.time - b.time);
  return {
    count: peaks.length,
    times: Float32Array.from(peaks, ({ time }) => time),
    cents: Float32Array.from(peaks, ({ cents }) => cents),
    saliences: Float32Array.from(peaks, ({ salience }) => salience),
    levels: Float32Array.from(peaks, ({ level }) => level),
  };
}
