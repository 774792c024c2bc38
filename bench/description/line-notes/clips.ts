/** Clips whose notes are known, as scripts/vocal-pitch/sung_notes.py, sung_songs.py and played_notes.py make them: NAME.wav and NAME.notes.tsv. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { leadingPath } from '../../../src/music/description/leading-line.js';
import type { Listening } from '../../../src/music/description/listening.js';
import { beginningRows, type FollowedLine } from '../../../src/music/description/note-beginnings.js';
import type { LineKind } from '../../../src/music/description/note-beginnings-model.js';
import { sungPath } from '../../../src/music/description/vocal-line.js';
import { tuningFrom } from '../../../src/music/harmony/tuning.js';
import type { MeasuredRows } from '../../../src/signal/dilated-network.js';
import { showProgress } from '../../lyrics/progress.js';
import { hear } from '../hear.js';
import type { TimedNote } from '../scores.js';

export interface KnownClip {
  /** Without `.wav`. */
  readonly path: string;
  /** A line without company; else over other instruments. */
  readonly isAlone: boolean;
  readonly notes: readonly TimedNote[];
  readonly line: FollowedLine;
  readonly ownCents: number;
  readonly framesPerSecond: number;
  readonly stepsPerSecond: number;
  readonly rows: MeasuredRows;
}

/** Rows of NAME.notes.tsv. */
const notesOf = (text: string): TimedNote[] =>
  text
    .split('\n')
    .filter((row) => row.trim() !== '')
    .map((row) => row.split('\t').map(Number))
    .map(([start, end, pitch]) => ({ start: start!, end: end!, pitch: pitch! }));

/** Those of a folder that hold a line, one at a time: what is measured of all is larger than memory. `cache`: see hear.ts. */
export async function* knownClips(
  folder: string,
  kind: LineKind,
  cache: string | undefined,
): AsyncGenerator<KnownClip> {
  const paths = readdirSync(folder)
    .filter((name) => name.endsWith('.wav'))
    .sort()
    .map((name) => join(folder, name.slice(0, -'.wav'.length)));
  for (const [at, path] of paths.entries()) {
    showProgress('clips heard', at, paths.length);
    const notes = notesOf(readFileSync(`${path}.notes.tsv`, 'utf8'));
    if (notes.length === 0) continue;
    const { listening } = await hear(`${path}.wav`, 3600, cache);
    const { line, ownCents } = lineOf(listening, kind);
    yield {
      path,
      isAlone: basename(path).startsWith('alone'),
      notes,
      line,
      ownCents,
      framesPerSecond: listening.activations.framesPerSecond,
      stepsPerSecond: listening.vocalPitch.framesPerSecond,
      rows: beginningRows(line, listening),
    };
  }
}

function lineOf(listening: Listening, kind: LineKind): { line: FollowedLine; ownCents: number } {
  if (kind === 'leading') return { line: leadingPath(listening.leadingPitch), ownCents: 0 };
  return sungPath(listening, Math.round(tuningFrom(listening.centre.tuningHistogram)));
}
