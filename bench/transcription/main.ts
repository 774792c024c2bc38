/**
 * `npm run bench -- transcription [--data DIR] [--models DIR] [--part NAME]`: lyric transcription, part by part.
 *
 * --part presence | segments | languages | decoder | words   one part; all of them where absent
 * --data DIR     development data (recordings/, lyrics/)
 * --models DIR   model files; whisper-nano-compact and its cases for `decoder` and `words`, YAMNet for `presence`
 * --train        with --part presence: trains on all recordings and writes the weights
 * --recogniser ID, --songs DIR, --lyrics DIR   for `words`: any folder of songs with `<song>.lyrics.txt` beside them
 */

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { decoderPart } from './decoder-part.js';
import { languagesPart } from './languages-part.js';
import { presenceCases } from './presence-cases.js';
import { presencePart } from './presence-part.js';
import { segmentsPart } from './segments-part.js';
import { wordsPart } from './words-part.js';

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: '../shared/data' },
      models: { type: 'string', default: '../shared/models' },
      part: { type: 'string' },
      train: { type: 'boolean', default: false },
      recogniser: { type: 'string', default: 'whisper-nano-compact' },
      songs: { type: 'string' },
      lyrics: { type: 'string' },
    },
  });
  const wants = (part: string): boolean => values.part === undefined || values.part === part;
  const recordings = join(values.data, 'recordings');
  if (wants('presence')) {
    const cases = await presencePart(values.data, values.models, values.train);
    if (wants('segments')) segmentsPart(cases);
  } else if (wants('segments')) segmentsPart(await presenceCases(values.data));
  if (wants('languages')) await languagesPart(join(values.data, 'lyrics'), recordings);
  if (wants('decoder')) await decoderPart(values.models);
  if (wants('words')) {
    const folders =
      values.songs === undefined
        ? ['jamendolyrics', 'ultrastar'].map((name) => join(recordings, name))
        : [values.songs];
    await wordsPart({
      folders: folders.map((songs) => ({ songs, lyrics: values.lyrics ?? songs })),
      modelsDir: values.models,
      recogniser: values.recogniser,
    });
  }
}
