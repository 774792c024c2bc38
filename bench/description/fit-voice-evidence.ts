/**
 * `npm run bench -- description --fit-voice-evidence`: fits how sure the vocal pitch network must be of a voice for a line to be sung, and
 * writes models/embedded/vocal-line-evidence/. It learns from the first 75 seconds of the labelled recordings of the bench for voices, without
 * those whose vocal lines are reported, and from pop songs rendered as a band and as a cover, of which no figure of covers is; first
 * it says how right that is on collections left out.
 */
import { basename, dirname, join } from 'node:path';
import type { Listening } from '../../src/music/description/listening.js';
import { trackedLine } from '../../src/music/description/vocal-line.js';
import {
  type VoiceEvidence,
  vocalLineEvidenceId,
  vocalLineEvidenceShape,
  voiceAlong,
} from '../../src/music/description/voice-evidence.js';
import { tuningFrom } from '../../src/music/harmony/tuning.js';
import { areaUnderCurve } from '../area-under-curve.js';
import { writeTables } from '../embedded-model.js';
import { coverOf, original } from '../plagiarism/cover-arrangement.js';
import { otherSongs } from '../plagiarism/covers.js';
import { openRenderings, renderedSeconds } from '../plagiarism/heard-renderings.js';
import { labelledSongs } from '../transcription/presence-data.js';
import { fitLogistic } from './bars/logistic-fit.js';
import { findSoundfonts } from './cases.js';
import { hear } from './hear.js';

const reported = /ultrastar|anthems/;
const renderedSongs = 40;

/** Of a recording that gets a line. */
interface Line {
  readonly collection: string;
  readonly isSung: boolean;
  readonly voice: number;
}

/** `cache`: a folder where what was heard is kept. */
export async function fitVoiceEvidence(
  data: string,
  version: string,
  cache: string | undefined,
): Promise<void> {
  const lines = [...(await recordedLines(data, cache)), ...(await renderedLines(data, cache))];
  const odds = lines.map(({ collection, voice }) => {
    const { slope, offset } = fitted(lines.filter((other) => other.collection !== collection));
    return slope * voice + offset;
  });
  const of = (isSung: boolean): number[] => odds.filter((_, at) => lines[at]!.isSung === isSung);
  const [sung, others] = [of(true), of(false)];
  const auc = areaUnderCurve(sung, others);
  const lost = sung.filter((value) => value < 0).length;
  const kept = others.filter((value) => value >= 0).length;
  console.log(
    `collections left out: area ${auc.toFixed(3)}; ${lost} of ${sung.length} sung lines lost, ${kept} of ${others.length} others kept`,
  );
  const { slope, offset } = fitted(lines);
  const values = [slope, offset].map((value) => Number(value.toPrecision(4)));
  console.log(`log odds = ${values[0]} · mean voice + ${values[1]}: even at ${(-offset / slope).toFixed(3)}`);
  const rendered = lines.filter(({ collection }) => collection === 'rendered').length;
  const groups = {
    'recordings with a voice that get a line': sung.length,
    'recordings without a voice that get a line': others.length - rendered,
    'renderings of songs of POP909-CL that get a line': rendered,
  };
  const path = writeTables(
    vocalLineEvidenceId,
    vocalLineEvidenceShape,
    { line: { unit: 'slope: log-odds for each unit of the mean voice; offset: log-odds', rows: [values] } },
    {
      version,
      seed: null,
      data: Object.entries(groups).map(([group, cases]) => ({ group, cases, sha256: null })),
      metrics: {
        'AUC, collections left out': Number(auc.toFixed(3)),
        'sung lines lost, collections left out': lost,
        'other lines kept, collections left out': kept,
      },
    },
  );
  console.log(`wrote ${path}`);
}

/** Sung and other lines count as equally frequent. */
function fitted(lines: readonly Line[]): VoiceEvidence {
  const voices = lines.map(({ voice }) => voice);
  const mean = voices.reduce((sum, value) => sum + value, 0) / voices.length;
  const spread = Math.sqrt(voices.reduce((sum, value) => sum + (value - mean) ** 2, 0) / voices.length);
  const sung = lines.map(({ isSung }) => isSung);
  const share = sung.filter(Boolean).length / sung.length;
  const rows = voices.map((value) => [(value - mean) / spread]);
  const [weight, bias] = fitLogistic(rows, sung) as [number, number];
  const slope = weight / spread;
  return { slope, offset: bias - slope * mean - Math.log(share / (1 - share)) };
}

function linesOf(listening: Listening, collection: string, isSung: boolean): Line[] {
  const { activations, centre, vocalPitch } = listening;
  const { notes } = trackedLine(listening, Math.round(tuningFrom(centre.tuningHistogram)));
  process.stderr.write(notes.length > 0 ? ',' : '.');
  if (notes.length === 0) return [];
  return [{ collection, isSung, voice: voiceAlong(notes, vocalPitch, activations.framesPerSecond) }];
}

async function recordedLines(data: string, cache: string | undefined): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { path, hasVoice } of labelledSongs(data)) {
    if (reported.test(path)) continue;
    const { listening } = await hear(join(data, path), renderedSeconds, cache);
    lines.push(...linesOf(listening, dirname(path), hasVoice));
  }
  return lines;
}

/** @throws Error where there is no soundfont */
async function renderedLines(data: string, cache: string | undefined): Promise<Line[]> {
  const renderings = openRenderings(cache);
  if (renderings === null)
    throw new Error('No General MIDI soundfont (apt install fluidsynth fluid-soundfont-gm).');
  const fonts = findSoundfonts();
  const songs = otherSongs(data, renderedSongs);
  const lines: Line[] = [];
  try {
    for (const [place, { path, material }] of songs.entries()) {
      const name = basename(path);
      const other = songs[(place + 7) % songs.length]!.material;
      const versions = [
        original(material, name, renderedSeconds),
        coverOf(material, other, name, renderedSeconds).midi,
      ];
      for (const [turn, midi] of versions.entries()) {
        const listening = await renderings.listenTo(midi, fonts[(place + turn) % fonts.length]!);
        lines.push(...linesOf(listening, 'rendered', false));
      }
    }
  } finally {
    renderings.close();
  }
  return lines;
}
