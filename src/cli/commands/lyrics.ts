import type { Command } from 'commander';
import { compareTwoLyrics } from '../../compose/compare-lyrics.js';
import { ComputeError } from '../../domain/compute.js';
import { validateLyrics } from '../../text/segment-lyrics.js';
import { CliError } from '../cli-error.js';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { readLyricText } from '../local/lyric-text.js';
import { formatTable, printJson, printLine } from '../output.js';

export function registerLyrics(program: Command): void {
  const lyrics = program.command('lyrics').description('compare lyrics without a service');
  addCommand(
    lyrics,
    'compare <a> <b>',
    'compare two text files: meaning, matching lines, sound and rhyme',
  ).action(compare);
}

async function compare(a: string, b: string, options: JsonOption): Promise<void> {
  const [query, target] = [readLyrics(a), readLyrics(b)];
  const comparison = await compareTwoLyrics(currentConfig(), query, target).catch((error: unknown) => {
    if (error instanceof ComputeError && error.failure === 'bad-input') {
      throw new CliError(error.message, exitCodes.failed);
    }
    throw error;
  });
  if (options.json) return printJson(comparison);
  printLine(`combined   ${comparison.combined_score.toFixed(3)}   (0.5 and above deserves a look)`);
  printLine(`paragraph  ${comparison.paragraph_score.toFixed(3)}`);
  printLine(`sentence   ${comparison.sentence_score.toFixed(3)}`);
  printPairs('similarity', a, b, comparison.similar_parts);
  const { phonetic } = comparison;
  printLine();
  printLine('How they sound (no part of the scores above):');
  for (const [path, { scheme, density }] of [
    [a, phonetic.query_rhyme],
    [b, phonetic.target_rhyme],
  ] as const) {
    printLine(`  ${path}: rhyme scheme ${scheme}, rhymes of ${density.toFixed(2)} syllables on average`);
  }
  printPairs('similar sound', a, b, phonetic.sound_alike_parts);
  for (const chain of phonetic.shared_rhyme_chains) {
    printLine();
    const rows = chain.query_sentences.map((line, at) => [line, chain.target_sentences[at]!]);
    printLine(formatTable([`rhyme chain of ${rows.length} lines in ${a}`, b], rows));
  }
  printLine();
  printLine(`meaning by ${comparison.encoder}`);
}

function printPairs(
  title: string,
  a: string,
  b: string,
  pairs: readonly { query_sentence: string; target_sentence: string; similarity: number }[],
): void {
  if (pairs.length === 0) return;
  printLine();
  const rows = pairs.map((pair) => [pair.similarity.toFixed(3), pair.query_sentence, pair.target_sentence]);
  printLine(formatTable([title, a, b], rows));
}

/** Judged here and not in the comparison, which does not know which of the two files is at fault. */
function readLyrics(path: string): string {
  const text = readLyricText(path);
  const problem = validateLyrics(text);
  if (problem !== null) throw new CliError(`${path}: ${problem}`, exitCodes.failed);
  return text;
}
