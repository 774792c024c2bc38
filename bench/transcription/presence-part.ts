/** Presence: how well a voice is told from instruments, by song and by window. */
import { join } from 'node:path';
import {
  presenceLogits,
  sigmoid,
  unpackNetwork,
} from '../../src/analyses/lyric-transcription/presence/classifier.js';
import { songPresence } from '../../src/analyses/lyric-transcription/presence/presence.js';
import { presenceWeights } from '../../src/analyses/lyric-transcription/presence/presence-weights.js';
import {
  windowHopSeconds,
  windowSeconds,
} from '../../src/analyses/lyric-transcription/presence/window-features.js';
import { detectorIds, detectorScore, hasDetector } from './detector-scores.js';
import { type PresenceCase, presenceCases } from './presence-cases.js';
import type { LabelledSong } from './presence-data.js';
import { areaUnderCurve } from './statistics.js';
import { overlap } from './timings.js';
import { outOfFold, train } from './train-presence.js';
import { writeWeights } from './write-weights.js';

interface Row {
  readonly method: string;
  readonly scores: readonly number[];
  readonly threshold: number | null;
}

export interface PresenceOptions {
  /** Folder of the recordings. */
  readonly data: string;
  /** Songs of a folder, judged by the shipped weights; null: the development recordings, by folds. */
  readonly songs: readonly LabelledSong[] | null;
  readonly models: string;
  /** Also trains on everything and writes the weights. */
  readonly writes: boolean;
}

export async function presencePart({
  data,
  songs,
  models,
  writes,
}: PresenceOptions): Promise<PresenceCase[]> {
  const all = await presenceCases(data, songs);
  const shipped = unpackNetwork(presenceWeights);
  const logits =
    songs === null ? outOfFold(all) : all.map(({ listened }) => presenceLogits(shipped, listened.windows));
  const cases = all.filter(({ isSynthetic }) => !isSynthetic);
  if (cases.length === 0) {
    console.log('\n## Presence: left out, no labelled songs were found');
    return cases;
  }
  const own = cases.map((_, i) => songPresence(logits[i]!.map(sigmoid)));
  const mean = (values: Float32Array): number => values.reduce((a, b) => a + b, 0) / values.length;
  const rows: Row[] = [
    { method: 'baseline: mean RMS', scores: cases.map((c) => mean(c.listened.rms)), threshold: null },
    {
      method: 'baseline: mean zero-crossing rate',
      scores: cases.map((c) => mean(c.listened.zeroCrossingRate)),
      threshold: null,
    },
    { method: 'own classifier', scores: own, threshold: 0.5 },
  ];
  for (const id of detectorIds) {
    if (!hasDetector(models, id)) continue;
    const scores: number[] = [];
    for (const { path } of cases) scores.push(await detectorScore(models, id, join(data, path)));
    rows.push({ method: `${id} (optional)`, scores, threshold: 0.5 });
    const joint = scores.map((score, i) => 0.5 * (logit(score) + logit(own[i]!)));
    rows.push({ method: `mean of ${id} and own classifier`, scores: joint, threshold: 0 });
  }
  const voiced = cases.filter(({ hasVoice }) => hasVoice).length;
  console.log(
    `\n## Presence: ${voiced} recordings with a voice, ${cases.length - voiced} without; own classifier by ${songs === null ? 'six folds of groups' : 'the shipped weights'}\n`,
  );
  console.log('| method | AUC | voices missed | instrumentals taken for songs |\n| --- | --- | --- | --- |');
  const figures = rows.map(({ method, scores, threshold }) => {
    const of = (hasVoice: boolean): number[] => scores.filter((_, i) => cases[i]!.hasVoice === hasVoice);
    const auc = areaUnderCurve(of(true), of(false)).toFixed(3);
    if (threshold === null) return `| ${method} | ${auc} | | |`;
    const missed = of(true).filter((score) => score < threshold).length;
    const taken = of(false).filter((score) => score >= threshold).length;
    return `| ${method} | ${auc} | ${missed} of ${voiced} | ${taken} of ${cases.length - voiced} |`;
  });
  console.log(figures.join('\n'));
  const wrong = cases.filter((c, i) => own[i]! >= 0.5 !== c.hasVoice).map(({ title }) => title);
  console.log(`\nWrong by the own classifier: ${wrong.join('; ')}`);
  const windowFigure = windowTable(cases, logits);
  console.log(`\n${windowFigure}`);
  if (writes) {
    const own = figures[2]!.split('|').map((cell) => cell.trim());
    const lines = [
      `${voiced} recordings with a voice, ${cases.length - voiced} without, six folds by group`,
      `AUC ${own[2]}; voices missed ${own[3]}; instrumentals taken for songs ${own[4]} (threshold 0.5, set beforehand)`,
      windowFigure,
    ];
    console.log(`\nwrote ${writeWeights(train(all), lines)}`);
  }
  return cases;
}

const logit = (share: number): number => {
  const inside = Math.min(1 - 1e-6, Math.max(1e-6, share));
  return Math.log(inside / (1 - inside));
};

/** Inside timed songs: windows with at least 0.6 s of singing against windows with none. */
function windowTable(cases: readonly PresenceCase[], logits: readonly Float32Array[]): string {
  const [sung, unsung]: [number[], number[]] = [[], []];
  for (const [i, { spans, windows }] of cases.entries()) {
    if (spans === null) continue;
    for (let w = 0; w < windows.length; w++) {
      const seconds = overlap(spans, w * windowHopSeconds, w * windowHopSeconds + windowSeconds);
      if (seconds >= 0.6) sung.push(logits[i]![w]!);
      else if (seconds === 0) unsung.push(logits[i]![w]!);
    }
  }
  if (sung.length === 0 || unsung.length === 0) return 'inside timed songs: no timings were found';
  const auc = areaUnderCurve(sung, unsung).toFixed(3);
  const found = sung.filter((value) => value >= 0).length;
  const wrong = unsung.filter((value) => value >= 0).length;
  return (
    `vocal activity inside timed songs: ${sung.length} windows with singing against ${unsung.length} without, AUC ${auc}; ` +
    `at 0.5 precision ${(found / Math.max(1, found + wrong)).toFixed(3)}, recall ${(found / sung.length).toFixed(3)} ` +
    `(baseline, all windows: precision ${(sung.length / (sung.length + unsung.length)).toFixed(3)}, recall 1.000)`
  );
}
