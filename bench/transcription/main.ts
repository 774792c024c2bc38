/**
 * `npm run bench -- transcription [--songs DIR] [--lyrics DIR] [--models DIR] [--part NAMES]`: lyric transcription.
 *
 * --part presence,near-voices,segments,singing,separation,languages,voices,decoder,reference,longform,words,stand-ins,gates,words-evidence,alignment,cost   only these
 *                parts; all of them where absent, but for `near-voices`, `voices`, `stand-ins` and `words-evidence`, which need espeak-ng, and `longform`
 * --cache DIR    keeps what Silero said of each recording, the transcripts of `words`, `stand-ins`, `words-evidence` and `alignment`, and synthetic speech
 * --songs DIR    any folder of songs (see songs-folder.ts); the development recordings where absent
 * --lyrics DIR   texts for `languages`, and lyrics `<song>.lyrics.txt` for `words` where not beside the songs
 * --data DIR     development data (recordings/, lyrics/)
 * --models DIR   model files: detectors, recognisers; whisper-nano-compact and its cases for `decoder`
 * --recogniser ID   for `words`, `gates`, `words-evidence`, `voices`, `alignment` and `cost`
 * --cached       for `words-evidence`: only recordings that the cache holds
 * --fit VERSION  for `words-evidence`: writes the models that it fits
 * --separator ID    for `separation`, and for the mode `separator` of `words`: an installed separator
 * --detector ID     for `words` and `gates`: the detector of presence; the built-in classifier where absent
 * --modes NAMES     for `words` and `stand-ins`: shipped,windows,ungated,estimate,separator (see transcribe-songs.ts); shipped where absent
 * --only NAMES   for `words`: the songs whose file name holds one of these; all where absent
 * --fonts FILES  for `near-voices`: sound fonts, with commas between; the installed ones where absent
 * --languages CODES  for `stand-ins`: de where absent
 * --reference DIR, --wav DIR   for `reference`, `longform`: what scripts/whisper-onnx/reference.py or longform.py wrote, and the files it read
 * --minutes N    length of the song that `cost` works on
 * --train        with --part presence: trains on the development recordings and writes the weights
 */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { alignmentPart } from './alignment-part.js';
import { costPart } from './cost-part.js';
import { decoderPart } from './decoder-part.js';
import { gatesPart } from './gates-part.js';
import { languagesPart } from './languages-part.js';
import { longformPart } from './longform-part.js';
import { nearVoicesPart } from './near-voices-part.js';
import { presenceCases } from './presence-cases.js';
import { labelledSongs } from './presence-data.js';
import { presencePart, windowLogits } from './presence-part.js';
import { referencePart } from './reference-part.js';
import { segmentsPart } from './segments-part.js';
import { separationPart } from './separation-part.js';
import { singingPart } from './singing-part.js';
import { songsOfFolder } from './songs-folder.js';
import { makeStandIns } from './stand-ins.js';
import type { Mode } from './transcribe-songs.js';
import { voicesPart } from './voices-part.js';
import { wordsEvidencePart } from './words-evidence/words-evidence-part.js';
import { wordsPart } from './words-part.js';

const knownParts: readonly string[] = [
  'presence',
  'near-voices',
  'segments',
  'singing',
  'separation',
  'languages',
  'voices',
  'decoder',
  'reference',
  'longform',
  'words',
  'stand-ins',
  'gates',
  'words-evidence',
  'alignment',
  'cost',
];

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: '../shared/data' },
      cache: { type: 'string' },
      cached: { type: 'boolean', default: false },
      models: { type: 'string', default: '../shared/models' },
      part: { type: 'string' },
      train: { type: 'boolean', default: false },
      detector: { type: 'string', default: 'none' },
      modes: { type: 'string', default: 'shipped' },
      recogniser: { type: 'string', default: 'whisper-nano-compact' },
      fit: { type: 'string' },
      fonts: { type: 'string' },
      languages: { type: 'string', default: 'de' },
      only: { type: 'string' },
      separator: { type: 'string' },
      minutes: { type: 'string', default: '4' },
      reference: { type: 'string', default: '' },
      wav: { type: 'string', default: '' },
      songs: { type: 'string' },
      lyrics: { type: 'string' },
    },
  });
  const parts = values.part?.split(',').map((part) => part.trim());
  const unknown = parts?.find((part) => !knownParts.includes(part));
  if (unknown !== undefined)
    throw new Error(`There is no part "${unknown}". Parts: ${knownParts.join(', ')}.`);
  const wants = (part: string): boolean => parts === undefined || parts.includes(part);
  const recordings = join(values.data, 'recordings');
  const lyrics = values.lyrics ?? join(values.data, 'lyrics');
  const root = values.songs ?? values.data;
  const songs = values.songs === undefined ? null : songsOfFolder(values.songs, values.lyrics);
  if (wants('presence') || wants('segments')) {
    const cases = await presenceCases(root, songs, values.models);
    const byFolds = songs === null;
    const logits = windowLogits(cases, byFolds);
    const { models, cache } = values;
    const options = { data: root, byFolds, models, cache, writes: values.train };
    if (wants('presence')) await presencePart(cases, logits, options);
    if (wants('segments')) segmentsPart(cases, logits, byFolds);
  }
  if (wants('singing')) await singingPart(root, songs ?? labelledSongs(values.data), values.models);
  if (parts?.includes('near-voices')) {
    await nearVoicesPart(values.data, values.models, values.fonts?.split(','));
  }
  if (wants('separation')) await separationPart(recordings, values.models, values.separator);
  if (wants('languages')) await languagesPart(lyrics, recordings);
  if (wants('decoder')) await decoderPart(values.models);
  const { recogniser, models: modelsDir } = values;
  if (parts?.includes('voices')) {
    const speech = join(values.cache ?? tmpdir(), 'contrafact-bench-voices');
    await voicesPart({ lyrics, modelsDir, recogniser, cache: speech });
  }
  if (wants('reference')) {
    await referencePart({ reference: values.reference, wav: values.wav, modelsDir, recogniser });
  }
  if (parts?.includes('longform')) {
    await longformPart({ reference: values.reference, wav: values.wav, modelsDir, recogniser });
  }
  const development = ['jamendolyrics', 'ultrastar'].map((name) => join(recordings, name));
  const folders = (values.songs === undefined ? development : [values.songs]).map((folder) => ({
    songs: folder,
    lyrics: values.lyrics ?? folder,
  }));
  if (wants('words')) {
    await wordsPart({
      folders,
      only: values.only?.split(',') ?? [''],
      modelsDir,
      recogniser,
      detector: values.detector,
      modes: values.modes.split(',') as Mode[],
      ...(values.separator === undefined ? {} : { separator: values.separator }),
      ...(values.cache === undefined ? {} : { cache: values.cache }),
    });
  }
  if (parts?.includes('stand-ins')) {
    const folder = join(values.cache ?? tmpdir(), 'contrafact-bench-stand-ins');
    const languages = values.languages.split(',');
    for (const made of await makeStandIns(values.data, lyrics, languages, folder)) {
      console.log(`\n# Stand-ins, ${made.split('/').at(-1)}`);
      const { detector } = values;
      const folders = [{ songs: made, lyrics: made }];
      const kept = {
        ...(values.cache === undefined ? {} : { cache: values.cache }),
        ...(values.separator === undefined ? {} : { separator: values.separator }),
      };
      const modes = values.modes.split(',') as Mode[];
      await wordsPart({ folders, only: [''], modelsDir, recogniser, detector, modes, ...kept });
    }
  }
  if (wants('gates')) {
    const { detector, cache } = values;
    const recordings = { root, songs: songs ?? labelledSongs(values.data) };
    const kept = cache === undefined ? {} : { cache };
    const sung = development.map((folder) => ({ songs: folder, lyrics: folder }));
    await gatesPart({ ...recordings, folders: sung, modelsDir, recogniser, detector, ...kept });
  }
  if (parts?.includes('words-evidence')) {
    const { data, cache = join(tmpdir(), 'contrafact-bench-words-evidence') } = values;
    const recordings = [
      { root: data, songs: labelledSongs(data) },
      ...(songs === null ? [] : [{ root, songs }]),
    ];
    await wordsEvidencePart({
      material: { data, lyrics, recordings, folders: development, cache: join(cache, 'material') },
      hearing: { modelsDir, recogniser, cache: join(cache, 'heard'), isCachedOnly: values.cached },
      version: values.fit ?? null,
    });
  }
  if (wants('alignment')) await alignmentPart({ folders, modelsDir, recogniser, cache: values.cache });
  if (wants('cost')) {
    await costPart(
      root,
      songs ?? labelledSongs(values.data),
      values.models,
      values.recogniser,
      Number(values.minutes),
    );
  }
}
