/**
 * `npm run bench -- description --fit-voice-evidence`: fits how likely a voice must be in a recording for its line to be sung,
 * and how sure the vocal pitch network where nobody asked for that, and writes models/embedded/vocal-line-evidence/. It learns from the first 75 seconds of the labelled recordings of the bench for voices, without
 * those whose vocal lines are reported, and from pop songs rendered as a band and as a cover, of which no figure of covers is; first
 * it says how right that is on collections left out.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Listening } from '../../src/music/description/listening.js';
import { trackedLine } from '../../src/music/description/vocal-line.js';
import {
  type Regression,
  surePresence,
  vocalLineEvidenceId,
  vocalLineEvidenceShape,
  voiceAlong,
} from '../../src/music/description/voice-evidence.js';
import { tuningFrom } from '../../src/music/harmony/tuning.js';
import { logOddsOf } from '../../src/signal/logistic.js';
import { areaUnderCurve } from '../area-under-curve.js';
import { writeTables } from '../embedded-model.js';
import { coverOf, original } from '../plagiarism/cover-arrangement.js';
import { otherSongs } from '../plagiarism/covers.js';
import { renderedSeconds } from '../plagiarism/heard-renderings.js';
import { labelledSongs } from '../transcription/presence-data.js';
import { fitLogistic } from './bars/logistic-fit.js';
import { findSoundfonts, renderMidi } from './cases.js';
import { hear } from './hear.js';
import { presenceOfFile, presenceOfRecordings } from './heard-presence.js';

const reported = /ultrastar|anthems/;
const renderedSongs = 40;

/** Of a recording that gets a line. */
interface Line {
  readonly collection: string;
  readonly isSung: boolean;
  /** Mean probability of a voice along it. */
  readonly voice: number;
  /** Log odds that the recording has a voice. */
  readonly presence: number;
}

/** What is known of a line. */
type Known = 'voice' | 'presence';

/** `models`: where YAMNet may be. `cache`: a folder where what was heard is kept. */
export async function fitVoiceEvidence(
  data: string,
  models: string,
  version: string,
  cache: string | undefined,
): Promise<void> {
  const lines = [...(await recordedLines(data, models, cache)), ...(await renderedLines(data))];
  const sung = lines.filter(({ isSung }) => isSung).length;
  const rendered = lines.filter(({ collection }) => collection === 'rendered').length;
  const known = ['voice', 'presence'] as const;
  const metrics = known.flatMap((by) => Object.entries(judgedByCollections(lines, by)));
  for (const [name, value] of metrics) console.log(`${name}: ${value}`);
  const rows = known.map((by) => {
    const { slope, offset } = fitted(lines, by);
    console.log(`log odds = ${slope.toPrecision(4)} · ${by} + ${offset.toPrecision(4)}`);
    return [slope, offset].map((value) => Number(value.toPrecision(4)));
  });
  const groups = {
    'recordings with a voice that get a line': sung,
    'recordings without a voice that get a line': lines.length - sung - rendered,
    'renderings of songs of POP909-CL that get a line': rendered,
  };
  const path = writeTables(
    vocalLineEvidenceId,
    vocalLineEvidenceShape,
    {
      line: {
        unit: 'by the line: slope for each unit of the mean probability of a voice; by presence: for each log odds; offsets: log odds',
        rows,
      },
    },
    {
      version,
      seed: null,
      data: Object.entries(groups).map(([group, cases]) => ({ group, cases, sha256: null })),
      metrics: Object.fromEntries(metrics),
    },
  );
  console.log(`wrote ${path}`);
}

/** How right lines are judged by fits without their collection. */
function judgedByCollections(lines: readonly Line[], by: Known): Record<string, number> {
  const odds = lines.map((line) => {
    const others = lines.filter(({ collection }) => collection !== line.collection);
    const { slope, offset } = fitted(others, by);
    return slope * line[by] + offset;
  });
  const of = (isSung: boolean): number[] => odds.filter((_, at) => lines[at]!.isSung === isSung);
  const [sung, others] = [of(true), of(false)];
  return {
    [`AUC by ${by}, collections left out`]: Number(areaUnderCurve(sung, others).toFixed(3)),
    [`sung lines of ${sung.length} lost by ${by}`]: sung.filter((value) => value < 0).length,
    [`other lines of ${others.length} kept by ${by}`]: others.filter((value) => value >= 0).length,
  };
}

/** Sung and other lines count as equally frequent. */
function fitted(lines: readonly Line[], by: Known): Regression {
  const voices = lines.map((line) => line[by]);
  const mean = voices.reduce((sum, value) => sum + value, 0) / voices.length;
  const spread = Math.sqrt(voices.reduce((sum, value) => sum + (value - mean) ** 2, 0) / voices.length);
  const sung = lines.map(({ isSung }) => isSung);
  const share = sung.filter(Boolean).length / sung.length;
  const rows = voices.map((value) => [(value - mean) / spread]);
  const [weight, bias] = fitLogistic(rows, sung) as [number, number];
  const slope = weight / spread;
  return { slope, offset: bias - slope * mean - Math.log(share / (1 - share)) };
}

function linesOf(listening: Listening, collection: string, isSung: boolean, presence: number): Line[] {
  const { activations, centre, vocalPitch } = listening;
  const { notes } = trackedLine(listening, Math.round(tuningFrom(centre.tuningHistogram)));
  process.stderr.write(notes.length > 0 ? ',' : '.');
  if (notes.length === 0) return [];
  const voice = voiceAlong(notes, vocalPitch, activations.framesPerSecond);
  return [{ collection, isSung, voice, presence: logOddsOf(presence, surePresence) }];
}

async function recordedLines(data: string, models: string, cache: string | undefined): Promise<Line[]> {
  const presences = await presenceOfRecordings(data, models);
  const lines: Line[] = [];
  for (const { path, hasVoice } of labelledSongs(data)) {
    if (reported.test(path)) continue;
    const { listening } = await hear(join(data, path), renderedSeconds, cache);
    lines.push(...linesOf(listening, dirname(path), hasVoice, presences.get(path)!));
  }
  return lines;
}

/** @throws Error where there is no soundfont */
async function renderedLines(data: string): Promise<Line[]> {
  const fonts = findSoundfonts();
  if (fonts.length === 0)
    throw new Error('No General MIDI soundfont (apt install fluidsynth fluid-soundfont-gm).');
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-bench-voice-'));
  const [notes, sound] = [join(folder, 'song.mid'), join(folder, 'song.wav')];
  const songs = otherSongs(data, renderedSongs);
  const lines: Line[] = [];
  try {
    for (const [place, { path, material }] of songs.entries()) {
      const name = basename(path);
      const other = songs[(place + 7) % songs.length]!.material;
      const versions = [
        original(material, name, renderedSeconds).midi,
        coverOf(material, other, name, renderedSeconds).midi,
      ];
      for (const [turn, midi] of versions.entries()) {
        writeFileSync(notes, midi);
        await renderMidi(notes, fonts[(place + turn) % fonts.length]!, sound);
        const { listening } = await hear(sound, renderedSeconds);
        lines.push(...linesOf(listening, 'rendered', false, await presenceOfFile(sound)));
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return lines;
}
