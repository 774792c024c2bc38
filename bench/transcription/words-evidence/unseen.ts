/** The shipped models on recordings that they were not fitted on, where the cache holds the list of those that they were. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judged } from '../../../src/analyses/lyric-transcription/sung-words/judged-segment.js';
import { wordModels } from '../../../src/analyses/lyric-transcription/sung-words/word-features.js';
import { embeddedWordModel } from '../../../src/analyses/lyric-transcription/sung-words/word-odds.js';
import type { HeardMaterial, Label } from './segment-cases.js';
import { printGain } from './words-gain.js';

const listOf = (cache: string, version: string): string => join(cache, `fitted-${version}.json`);

export function noteFitted(heard: readonly HeardMaterial[], cache: string, version: string): void {
  writeFileSync(listOf(cache, version), JSON.stringify(heard.map(({ material }) => material.path)));
}

export function printUnseen(heard: readonly HeardMaterial[], cache: string): void {
  const { version } = embeddedWordModel(wordModels[0]!).model;
  if (!existsSync(listOf(cache, version))) return;
  const fitted = new Set(JSON.parse(readFileSync(listOf(cache, version), 'utf8')) as string[]);
  const unseen = heard.filter(({ material }) => !fitted.has(material.path));
  if (unseen.length === 0) return;
  const cases = unseen.flatMap((one) => one.cases);
  const kept = (label: Label): string => {
    const own = cases.filter((one) => one.label === label);
    return `${own.filter(({ segment }) => judged(segment).leftOut === null).length} of ${own.length}`;
  };
  console.log(
    `\n## ${unseen.length} recordings that ${version} was not fitted on: right words kept ${kept('right')}, invented ` +
      `${kept('invented')}, garbled ${kept('garbled')}`,
  );
  printGain(unseen, (segment) => judged(segment).leftOut === null);
  for (const { material, segment, label } of cases) {
    const isKept = judged(segment).leftOut === null;
    if ((label === 'right') === isKept || label === 'garbled' || label === 'unknown') continue;
    const text = segment.phrases.map(({ text }) => text).join(' ');
    console.log(
      `- ${label}, ${isKept ? 'kept' : 'left out'}: ${material.path.split('/').at(-1)}: ${text.slice(0, 90)}`,
    );
  }
}
