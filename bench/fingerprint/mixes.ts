/** Mixes of songs with cross-fades, matched tempos and speech over them, and what `scan` finds in them. */
import { decodeMono } from '../../src/audio/decode-mono.js';
import { resample } from '../../src/signal/resample.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { babbleVoice } from './babble.js';
import { rubberband } from './cases.js';
import type { BenchCatalogue, FoundSegment } from './catalogue.js';
import { printTable, share, showProgress } from './report.js';
import type { BenchSong } from './songs.js';
import { isInstalled } from './tools.js';

const rate = 16_000;
const songsOfMix = 6;
/** Seconds that a song plays, and for which two of them overlap. */
const plays = { min: 30, max: 60 } as const;
const crossFadeSeconds = 6;
/** Tempo is matched within this. */
const maxTempo = 0.08;
/** Speech lies over the music for as long as this, as loud as the music, which is lowered under it. */
const speechSeconds = 10;
const duckedDecibels = 6;

interface TrueSegment {
  readonly songId: string;
  readonly isRegistered: boolean;
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** Of the song, at fromSeconds; and song seconds a second of the mix. */
  readonly songSeconds: number;
  readonly scale: number;
}

interface Mix {
  readonly samples: Float32Array;
  readonly segments: readonly TrueSegment[];
}

/** Prints how many of the segments are found, and how many of those found are right. */
export async function measureMixes(
  catalogue: BenchCatalogue,
  songs: readonly BenchSong[],
  asked: readonly BenchSong[],
  count: number,
): Promise<void> {
  for (const song of songs.filter(({ isKnown }) => isKnown)) {
    await catalogue.add(song.id, await decodeMono(song.path, rate));
  }
  const random = seededRandom(17);
  const rows = {
    true: 0,
    found: 0,
    reported: 0,
    right: 0,
    trueSeconds: 0,
    foundSeconds: 0,
    cpuMs: 0,
    seconds: 0,
  };
  for (let number = 0; number < count; number++) {
    const chosen = shuffled(asked, random).slice(0, songsOfMix);
    const mix = await makeMix(chosen, random);
    const before = process.cpuUsage();
    const reported = await catalogue.scan(mix.samples);
    const { user, system } = process.cpuUsage(before);
    const wanted = mix.segments.filter(({ isRegistered }) => isRegistered);
    rows.cpuMs += (user + system) / 1000;
    rows.seconds += mix.samples.length / rate;
    rows.true += wanted.length;
    rows.reported += reported.length;
    rows.right += reported.filter((segment) => wanted.some((one) => isRight(segment, one))).length;
    for (const one of wanted) {
      const covered = coveredSeconds(
        reported.filter((segment) => isRight(segment, one)),
        one,
      );
      const length = one.toSeconds - one.fromSeconds;
      rows.trueSeconds += length;
      rows.foundSeconds += covered;
      if (covered >= length / 2) rows.found++;
    }
    showProgress(number + 1, count, 'scanning mixes');
  }
  const speech = isInstalled('espeak-ng') ? 'with' : 'without (espeak-ng is not installed)';
  const stretched = isInstalled('rubberband')
    ? 'half of them by a stretcher'
    : 'by speed only (rubberband is not installed)';
  console.log(
    `\n${count} mixes of ${songsOfMix} songs, cross-fades of ${crossFadeSeconds} s, tempo ± ${100 * maxTempo} % ${stretched}, ${speech} speech over them:`,
  );
  printTable(
    ['segments', 'found', 'recall', 'reported', 'right', 'precision', 'seconds covered', 'CPU s an hour'],
    [
      [
        rows.true,
        rows.found,
        share(rows.found, rows.true),
        rows.reported,
        rows.right,
        share(rows.right, rows.reported),
        share(rows.foundSeconds, rows.trueSeconds),
        ((rows.cpuMs / 1000 / rows.seconds) * 3600).toFixed(0),
      ],
    ],
  );
}

/** Songs one after the other, each faded into the next. */
async function makeMix(songs: readonly BenchSong[], random: () => number): Promise<Mix> {
  const parts: { samples: Float32Array; at: number }[] = [];
  const segments: TrueSegment[] = [];
  let at = 0;
  for (const song of songs) {
    const scale = 1 + maxTempo * (2 * random() - 1);
    const whole = await decodeMono(song.path, rate);
    const wanted = Math.min(plays.min + (plays.max - plays.min) * random(), whole.length / rate / scale - 1);
    if (wanted < plays.min / 2) continue;
    const songSeconds = random() * (whole.length / rate - wanted * scale);
    const from = Math.floor(songSeconds * rate);
    const part = whole.slice(from, from + Math.floor(wanted * scale * rate));
    const isStretched = random() < 0.5 && isInstalled('rubberband');
    const played = isStretched ? await stretched(part, scale) : resample(part, 1 / scale);
    fade(played);
    parts.push({ samples: played, at });
    const seconds = played.length / rate;
    segments.push({
      songId: song.id,
      isRegistered: song.isKnown,
      fromSeconds: at,
      toSeconds: at + seconds,
      songSeconds,
      scale,
    });
    at += seconds - crossFadeSeconds;
  }
  const samples = new Float32Array(Math.ceil((at + crossFadeSeconds + 1) * rate));
  for (const part of parts) {
    part.samples.forEach((sample, n) => {
      samples[Math.round(part.at * rate) + n]! += sample;
    });
  }
  if (isInstalled('espeak-ng')) for (let i = 0; i < 2; i++) await speakOver(samples, random);
  return { samples, segments };
}

async function stretched(samples: Float32Array, scale: number): Promise<Float32Array> {
  const at44 = resample(samples, 44_100 / rate);
  return resample(await rubberband(at44, '-T', scale.toFixed(4)), rate / 44_100);
}

/** Of equal power where two songs overlap. */
function fade(samples: Float32Array): void {
  const length = Math.min(samples.length >> 1, crossFadeSeconds * rate);
  for (let n = 0; n < length; n++) {
    const gain = Math.sin((Math.PI / 2) * (n / length));
    samples[n]! *= gain;
    samples[samples.length - 1 - n]! *= gain;
  }
}

async function speakOver(samples: Float32Array, random: () => number): Promise<void> {
  const voice = await babbleVoice(Math.floor(random() * 8));
  const from = Math.floor(random() * Math.max(1, samples.length - speechSeconds * rate));
  const part = samples.subarray(from, from + speechSeconds * rate);
  const power = (values: Float32Array): number => values.reduce((sum, x) => sum + x * x, 0) / values.length;
  const gain = Math.sqrt(power(part) / power(voice));
  const ducked = 10 ** (-duckedDecibels / 20);
  part.forEach((sample, n) => {
    part[n] = sample * ducked + gain * voice[n % voice.length]!;
  });
}

/** The same song, within the time it plays, at its place to two seconds. */
function isRight(found: FoundSegment, one: TrueSegment): boolean {
  if (found.music_id !== one.songId) return false;
  const overlap = Math.min(found.to_seconds, one.toSeconds) - Math.max(found.from_seconds, one.fromSeconds);
  if (overlap < (found.to_seconds - found.from_seconds) / 2) return false;
  const expected = one.songSeconds + one.scale * (found.from_seconds - one.fromSeconds);
  return Math.abs(found.song_from_seconds - expected) < 2;
}

function coveredSeconds(found: readonly FoundSegment[], one: TrueSegment): number {
  let covered = 0;
  for (let second = Math.ceil(one.fromSeconds); second < one.toSeconds; second++) {
    if (found.some((segment) => segment.from_seconds <= second && second < segment.to_seconds)) covered++;
  }
  return Math.min(covered, one.toSeconds - one.fromSeconds);
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
