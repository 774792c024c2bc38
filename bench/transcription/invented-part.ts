/**
 * Words invented over recordings in which nobody sings, and which of the gates stops them: from the recogniser's own
 * text in windows without detected voice to what the analysis ships.
 */
import { join } from 'node:path';
import { seededRandom } from '../../src/signal/seeded-random.js';
import type { LabelledSong } from './presence-data.js';
import { comparedWords } from './score-words.js';
import { type Mode, type Transcribed, type TranscribeOptions, transcribeSong } from './transcribe-songs.js';

export interface InventedOptions extends TranscribeOptions {
  readonly root: string;
  readonly songs: readonly LabelledSong[];
}

interface Way {
  readonly name: string;
  readonly mode: Mode;
  readonly text: (found: Transcribed) => string;
}

const recognised = ({ segments }: Transcribed): string => segments.map(({ text }) => String(text)).join('\n');
const shown = ({ lyrics }: Transcribed): string => lyrics;

const ways: readonly Way[] = [
  { name: 'baseline: windows of 30 s, all that the recogniser says', mode: 'windows', text: recognised },
  { name: 'windows of 30 s, less what it calls silent itself', mode: 'windows', text: shown },
  { name: 'energy and voice segments, without the gates on presence', mode: 'ungated', text: shown },
  { name: 'as shipped', mode: 'shipped', text: shown },
];

export async function inventedPart({ root, songs, ...options }: InventedOptions): Promise<void> {
  const instrumentals = songs.filter(({ hasVoice }) => !hasVoice);
  console.log(`\n## Words invented over ${instrumentals.length} instrumental recordings\n`);
  if (instrumentals.length === 0) {
    console.log('Left out: no recordings in a folder named `instrumental` (--songs DIR).');
    return;
  }
  console.log('| way | minutes | words a minute (95 %) | recordings with words | CPU seconds a minute |');
  console.log('| --- | --- | --- | --- | --- |');
  const examples: string[] = [];
  for (const { name, mode, text } of ways) {
    const counts: { words: number; minutes: number }[] = [];
    let cpuSeconds = 0;
    for (const { path } of instrumentals) {
      const found = await transcribeSong(join(root, path), mode, options);
      const words = comparedWords(text(found)).length;
      counts.push({ words, minutes: found.seconds / 60 });
      cpuSeconds += Object.values(found.cpuSeconds).reduce((sum, one) => sum + one, 0);
      process.stderr.write(`\r${mode}: ${counts.length} of ${instrumentals.length} `);
      if (words > 0 && mode === 'shipped') {
        examples.push(`- ${path} (${found.decidedBy}): ${text(found).slice(0, 100).replace(/\s+/g, ' ')}`);
      }
    }
    const minutes = counts.reduce((sum, one) => sum + one.minutes, 0);
    const [low, high] = interval(counts);
    console.log(
      `| ${name} | ${minutes.toFixed(1)} | ${rate(counts).toFixed(1)} (${low.toFixed(1)}–${high.toFixed(1)}) | ` +
        `${counts.filter(({ words }) => words > 0).length} of ${counts.length} | ${(cpuSeconds / minutes).toFixed(1)} |`,
    );
  }
  process.stderr.write('\n');
  if (examples.length > 0) console.log(`\nLeft as shipped:\n${examples.join('\n')}`);
}

function rate(counts: readonly { words: number; minutes: number }[]): number {
  const words = counts.reduce((sum, one) => sum + one.words, 0);
  return words / counts.reduce((sum, one) => sum + one.minutes, 0);
}

/** Bootstrap over recordings, 2,000 draws. */
function interval(counts: readonly { words: number; minutes: number }[]): [number, number] {
  const random = seededRandom(1);
  const rates = Array.from({ length: 2000 }, () =>
    rate(counts.map(() => counts[Math.floor(random() * counts.length)]!)),
  ).sort((a, b) => a - b);
  return [rates[50]!, rates[1949]!];
}
