/** `npm run bench -- description --measure-sung-lines CLIPS` and `--measure-leading-lines CLIPS`: what scripts/line-notes/ learns from, beside each clip of CLIPS/train and CLIPS/held. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LineKind } from '../../../src/music/description/note-beginnings-model.js';
import { type KnownClip, knownClips } from './clips.js';

/** NAME.KIND.rows, 32-bit floats, and NAME.KIND.json. */
export async function measureLines(folder: string, kind: LineKind, cache: string | undefined): Promise<void> {
  for (const part of ['train', 'held'])
    for await (const clip of knownClips(join(folder, part), kind, cache)) write(clip, kind);
}

function write({ path, line, ownCents, stepsPerSecond, rows }: KnownClip, kind: LineKind): void {
  const { bins, lowestMidi } = line;
  writeFileSync(`${path}.${kind}.rows`, Float32Array.from(rows.values));
  const about = { columns: rows.columns, stepsPerSecond, lowestMidi, ownCents, bins: [...bins] };
  writeFileSync(`${path}.${kind}.json`, JSON.stringify(about));
}
