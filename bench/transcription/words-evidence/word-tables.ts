/** Tables of the word models: what is kept and left out, by song and by collection left out, and what each measurement adds. */
import type { WordModel } from '../../../src/analyses/lyric-transcription/sung-words/word-features.js';
import { areaUnderCurve } from '../../area-under-curve.js';
import { areaInterval } from '../statistics.js';
import { heldOut, type MeasuredCase, type ScoredCase, thresholdOf } from './fit-words.js';
import type { Label } from './segment-cases.js';

const logOddsOf = (cases: readonly ScoredCase[], label: Label): number[] =>
  cases.filter((one) => one.label === label).map(({ logOdds }) => logOdds);

function keptOf(cases: readonly ScoredCase[], threshold: number): string {
  return `${cases.filter(({ logOdds }) => logOdds >= threshold).length} of ${cases.length}`;
}

function modelRow(name: string, scored: readonly ScoredCase[]): string {
  const threshold = thresholdOf(scored);
  const judged = scored.filter(({ label }) => label === 'right' || label === 'invented');
  const [low, high] = areaInterval(
    judged.map(({ logOdds, label, material }) => ({
      score: logOdds,
      isPositive: label === 'right',
      unit: material.collection,
    })),
  );
  const area = areaUnderCurve(logOddsOf(scored, 'right'), logOddsOf(scored, 'invented'));
  const kept = (label: Label): string =>
    keptOf(
      scored.filter((one) => one.label === label),
      threshold,
    );
  return (
    `| ${name} | ${area.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)}) | ${kept('right')} | ` +
    `${kept('invented')} | ${kept('garbled')} | ${kept('unknown')} |`
  );
}

export function printModels(cases: readonly MeasuredCase[], models: readonly WordModel[]): void {
  console.log(
    '\n| measurements, what is left out | area under the curve (95 %) | right words kept | invented kept | garbled kept | not known, kept |',
  );
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const model of models) {
    console.log(modelRow(`${model.id}, collections`, heldOut(cases, model, 'collection')));
    console.log(modelRow(`${model.id}, songs`, heldOut(cases, model, 'song')));
  }
  const [whole] = models;
  for (const { name } of whole!.features) {
    const features = whole!.features.filter((feature) => feature.name !== name);
    console.log(
      modelRow(`… without ${name}, collections`, heldOut(cases, { ...whole!, features }, 'collection')),
    );
    const alone = whole!.features.filter((feature) => feature.name === name);
    console.log(
      modelRow(`… ${name} alone, collections`, heldOut(cases, { ...whole!, features: alone }, 'collection')),
    );
  }
}

/** What each probability that could be demanded keeps; words are those of the lyrics in segments of known words. */
export function printThresholds(scored: readonly ScoredCase[]): void {
  const known = scored.filter(({ material }) => material.lyrics !== null);
  const matched = (some: readonly ScoredCase[]): number => some.reduce((sum, one) => sum + one.matched, 0);
  console.log(
    '\n| probability demanded | right segments kept | invented kept | garbled kept | right words lost, garbled segments included |',
  );
  console.log('| --- | --- | --- | --- | --- |');
  for (const probability of [0.02, 0.05, 0.1, 0.2, 0.5]) {
    const threshold = thresholdOf(scored, probability);
    const kept = (label: Label): string =>
      keptOf(
        scored.filter((one) => one.label === label),
        threshold,
      );
    const lost = matched(known.filter(({ logOdds }) => logOdds < threshold));
    console.log(
      `| ${probability} | ${kept('right')} | ${kept('invented')} | ${kept('garbled')} | ${lost} of ${matched(known)} |`,
    );
  }
}

/** By what was done to the songs, and by collection. */
export function printGroups(scored: readonly ScoredCase[]): void {
  const threshold = thresholdOf(scored);
  for (const [title, keyOf] of [
    ['condition', (one: ScoredCase) => one.material.condition],
    ['collection left out', (one: ScoredCase) => one.material.collection],
  ] as const) {
    console.log(`\n| ${title} | right words kept | invented kept | garbled kept |`);
    console.log('| --- | --- | --- | --- |');
    for (const key of [...new Set(scored.map(keyOf))].sort()) {
      const own = scored.filter((one) => keyOf(one) === key);
      const kept = (label: Label): string => {
        const some = own.filter((one) => one.label === label);
        return some.length === 0 ? '' : keptOf(some, threshold);
      };
      console.log(`| ${key} | ${kept('right')} | ${kept('invented')} | ${kept('garbled')} |`);
    }
  }
}

/** Segments of right words that would be lost, so that a person can look at them. */
export function printLost(scored: readonly ScoredCase[]): void {
  const threshold = thresholdOf(scored);
  const shown = (one: ScoredCase): string =>
    `- ${one.material.path.split('/').at(-1)} ${one.logOdds.toFixed(2)} ${JSON.stringify(one.measured)}: ` +
    one.segment.phrases
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 90);
  const ends = (label: Label, sign: 1 | -1): string =>
    logOddsOf(scored, label)
      .sort((a, b) => sign * (a - b))
      .slice(0, 8)
      .map((odds) => odds.toFixed(2))
      .join(', ');
  console.log(
    `\nLowest log-odds of right words: ${ends('right', 1)}. Highest of invented ones: ${ends('invented', -1)}.`,
  );
  const lost = scored.filter(({ label, logOdds }) => label === 'right' && logOdds < threshold);
  const kept = scored.filter(({ label, logOdds }) => label === 'invented' && logOdds >= threshold);
  console.log(
    `\nRight words that would be lost (threshold ${threshold.toFixed(2)}):\n${lost.map(shown).join('\n')}`,
  );
  console.log(`\nInvented words that would be kept:\n${kept.map(shown).join('\n')}`);
}
