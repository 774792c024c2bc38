/** A result of each analysis that finds something, and one that does not: real analyses of pieces made on the spot. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { makeLyricResult, makePlagiarismResult, makeRecordingDataset } from './dashboard-content.js';
import type { Owner } from './dashboard-owner.js';
import { decodedSongFile } from './decoded-song.js';
import { coverFile, excerptFile, rhythmFile, songFile } from './songs.js';

/** A recogniser that knows 36 sentences, and a recording of one: development data, which may be absent. */
const models = process.env.DEVELOPMENT_MODELS ?? resolve('..', 'shared', 'models');
const spoken = resolve(models, 'whisper-nano-cases/wav/en_0_2.wav');
const hasRecogniser = existsSync(spoken);

/** The settings of an instance whose transcriptions find words, where the development data are here. */
export const recogniserEnv: Readonly<Record<string, string>> = hasRecogniser
  ? { CONTRAFACT_MODELS_DIR: models, CONTRAFACT_RECOGNISER: 'whisper-nano-compact' }
  : {};

export interface ResultPage {
  readonly name: string;
  readonly taskId: string;
  /** What the result must state for the page to be the one that is meant. */
  readonly finding: 'found' | 'not_found';
  /** Whether it compares with songs: an analysis that judges the recording alone has searched none. */
  readonly searches: boolean;
  /** Whether it makes something instead of finding it: its verdict has no finding. */
  readonly produces: boolean;
}

export async function makeResultPages(owner: Owner): Promise<ResultPage[]> {
  const pages: ResultPage[] = [];
  const add = (name: string, finding: ResultPage['finding'], searches: boolean, taskId: string): void => {
    pages.push({ name, taskId, finding, searches, produces: name.startsWith('transcription') });
  };

  const registered = await owner.upload('Evening train.wav', songFile(1, 60));
  await owner.run({ operation: 'fingerprint-add', music_id: registered });
  const excerpt = await owner.upload('Heard on the radio.wav', excerptFile(1, 60, 20, 20));
  const unknown = await owner.upload('A new demo.wav', songFile(5, 30));
  for (const [musicId, finding] of [
    [excerpt, 'found'],
    [unknown, 'not_found'],
  ] as const) {
    const check = { operation: 'fingerprint-check', music_id: musicId };
    add(`fingerprint-${finding}`, finding, true, await owner.run(check));
    const scan = { operation: 'fingerprint-scan', music_id: musicId };
    add(`scan-${finding}`, finding, true, await owner.run(scan));
  }

  const catalogue = await makeRecordingDataset(owner, 3);
  add('plagiarism-found', 'found', true, await makePlagiarismResult(owner, catalogue));
  const rhythm = await owner.upload('A rhythm.wav', rhythmFile(5, 30));
  const plagiarism = { operation: 'plagiarism', model: 'standard', dataset_id: catalogue };
  add('plagiarism-not_found', 'not_found', true, await owner.run({ ...plagiarism, music_id: rhythm }));

  add('lyrics-found', 'found', true, await makeLyricResult(owner));
  const ownWords =
    'Seven grey elephants are counting spoons\nBehind the bakery a comet yawns\nNobody told the postman';
  add(
    'lyrics-not_found',
    'not_found',
    true,
    await owner.run({
      operation: 'lyric-plagiarism',
      model: 'standard',
      lyric_text: ownWords,
      song_title: 'Spoons',
    }),
  );

  const decoded = await owner.upload('Lead single (demo).wav', decodedSongFile(1, 40));
  for (const [musicId, finding] of [
    [decoded, 'found'],
    [registered, 'not_found'],
  ] as const) {
    const task = { operation: 'ai-detection', model: 'pro', music_id: musicId };
    add(`ai-${finding}`, finding, false, await owner.run(task));
  }

  const transcription = { operation: 'lyric-transcription', model: 'standard' };
  if (hasRecogniser) {
    const words = await owner.upload('Spoken.wav', readFileSync(spoken));
    add('transcription-found', 'found', false, await owner.run({ ...transcription, music_id: words }));
  }
  add('transcription-not_found', 'not_found', false, await owner.run({ ...transcription, music_id: rhythm }));

  for (const [name, finding, second] of [
    ['Again.wav', 'found', coverFile(4, 30, 2, 1.05)],
    ['Something else.wav', 'not_found', rhythmFile(2, 30)],
  ] as const) {
    const first = await owner.upload('Once.wav', songFile(4, 30));
    const other = await owner.upload(name, second);
    const task = { operation: 'compare', music_id: first, other_music_id: other };
    add(`compare-${finding}`, finding, false, await owner.run(task));
  }
  return pages;
}
