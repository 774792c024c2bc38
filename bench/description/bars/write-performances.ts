/**
 * `tsx bench/description/bars/write-performances.ts OUT MOST [--data FOLDER]`: performances of songs whose bars are written, as lists of notes, which
 * scripts/bars/perform.py renders and measures where there are many processors. OUT/performances.jsonl has a line for each, in an order of which
 * every beginning has the same shares of collections and metres; OUT/notes.bin has rows of six 32-bit integers: start and end in milliseconds,
 * pitch, velocity, channel, program.
 */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { tempoMap } from '../../../src/music/symbolic/tempo-map.js';
import { meterOf } from '../metre/songs.js';
import { performanceOf } from './performed-songs.js';
import { manySongs } from './training-songs.js';

const performedSeconds = 62;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string', default: '../shared/data' } },
});
const [out, most] = positionals as [string, string];
mkdirSync(out, { recursive: true });
const lines = openSync(join(out, 'performances.jsonl'), 'w');
const rows = openSync(join(out, 'notes.bin'), 'w');
for (const each of manySongs(resolve(values.data), Number(most))) {
  const { file, beats, downbeats } = performanceOf(each, performedSeconds);
  const { secondsAt } = tempoMap(file);
  const milliseconds = (tick: number): number => Math.round(1000 * secondsAt(tick));
  const notes = file.notes.flatMap(({ startTick, endTick, pitch, velocity, channel, program }) => [
    milliseconds(startTick),
    milliseconds(endTick),
    pitch,
    velocity,
    channel,
    program,
  ]);
  writeSync(rows, new Uint8Array(Int32Array.from(notes).buffer));
  const { collection, family, signature } = each.song;
  const about = { collection, family, signature, meter: meterOf(signature), notes: notes.length / 6 };
  const rounded = beats.map((time) => Math.round(1000 * time) / 1000);
  writeSync(lines, `${JSON.stringify({ ...about, beats: rounded, downbeats })}\n`);
}
closeSync(lines);
closeSync(rows);
