/** Presence: how well a voice is distinguished from instruments, by song and by window. */

import { dirname, join } from 'node:path';
import { joinedPresence } from '../../src/analyses/lyric-transcription/detectors/joined-presence.js';
import { yamnetPresence } from '../../src/analyses/lyric-transcription/detectors/yamnet-presence.js';
import { askFrom } from '../../src/analyses/lyric-transcription/hear-song.js';
import { presenceModel } from '../../src/analyses/lyric-transcription/presence/classifier.js';
import { songLogit, songPresence } from '../../src/analyses/lyric-transcription/presence/presence.js';
import {
  windowHopSeconds,
  windowSeconds,
} from '../../src/analyses/lyric-transcription/presence/window-features.js';
import { logistic } from '../../src/signal/logistic.js';
import { runNetwork } from '../../src/signal/small-network.js';
import { areaUnderCurve } from '../area-under-curve.js';
import { type Calibration, calibrated, calibratedByFolds } from './calibrate.js';
import { hasDetector, sileroPresences } from './detector-scores.js';
import type { PresenceCase } from './presence-cases.js';
import { areaInterval } from './statistics.js';
import { overlap } from './timings.js';
import { acrossSoundFonts, foldCount, foldOf, outOfFold, type SplitBy, train } from './train-presence.js';
import { writePresence } from './write-presence.js';

interface Row {
  readonly method: string;
  readonly scores: readonly number[];
  /** Whether 0.5 decides: baselines have no threshold. */
  readonly decides: boolean;
}

export interface PresenceOptions {
  /** Folder of the recordings. */
  readonly data: string;
  /** Whether the cases are the development recordings, judged by folds; else the shipped weights judge. */
  readonly byFolds: boolean;
  readonly models: string;
  /** Folder that keeps what Silero said. */
  readonly cache: string | undefined;
  /** Also trains on everything and writes the weights. */
  readonly writes: boolean;
}

/** Networks whose mean is shipped, and judged. */
const nets = 3;
const threshold = 0.5;

/** Logits of each recording's windows, by networks that never heard it where that can be. */
export function windowLogits(
  cases: readonly PresenceCase[],
  byFolds: boolean,
): Map<PresenceCase, Float32Array> {
  if (byFolds) return outOfFold(cases, 'group', nets);
  const { network } = presenceModel();
  return new Map(cases.map((one) => [one, runNetwork(network, one.listened.windows)]));
}

export async function presencePart(
  all: readonly PresenceCase[],
  logits: ReadonlyMap<PresenceCase, Float32Array>,
  { data, byFolds, models, cache, writes }: PresenceOptions,
): Promise<void> {
  const cases = all.filter(({ kind }) => kind === 'recording');
  if (cases.length === 0) {
    console.log(
      `\n## Presence: left out, no labelled songs were found below ${data} (recordings/jamendolyrics and the other folders of presence-data.ts; or --songs FOLDER, see songs-folder.ts)`,
    );
    return;
  }
  const { own, shipped } = ownScores(all, logits, byFolds ? 'group' : null);
  const mean = (values: Float32Array): number => values.reduce((a, b) => a + b, 0) / values.length;
  const rows: Row[] = [
    { method: 'baseline: mean RMS', scores: cases.map((c) => mean(c.listened.rms)), decides: false },
    {
      method: 'baseline: mean zero-crossing rate',
      scores: cases.map((c) => mean(c.listened.zeroCrossingRate)),
      decides: false,
    },
    { method: 'own classifier', scores: own, decides: true },
  ];
  if (byFolds) {
    const scores = ownScores(all, outOfFold(all, 'collection', nets), 'collection').own;
    rows.push({ method: 'own classifier, whole collections left out', scores, decides: true });
  }
  const joined = (id: string, scores: readonly number[]): number[] =>
    scores.map((presence, i) => joinedPresence(own[i]!, { id, presence }));
  if (cases.every(({ yamnet }) => yamnet !== null)) {
    const scores = cases.map(({ yamnet }) => yamnetPresence(yamnet!));
    rows.push({ method: 'YAMNet alone', scores, decides: true });
    rows.push({ method: 'YAMNet with own classifier', scores: joined('yamnet', scores), decides: true });
  }
  if (hasDetector(models, 'silero-vad')) {
    const [mix, vocals]: [number[], number[]] = [[], []];
    for (const [i, { path }] of cases.entries()) {
      const found = await sileroPresences(models, join(data, path), cache);
      mix.push(found.mix);
      vocals.push(found.vocals);
      process.stderr.write(`\rSilero heard ${i + 1} recordings`);
    }
    process.stderr.write('\n');
    rows.push({ method: 'Silero alone, on the mix', scores: mix, decides: true });
    rows.push({ method: 'Silero alone, on the embedded estimate', scores: vocals, decides: true });
    rows.push({
      method: 'Silero on the estimate, with own classifier',
      scores: joined('silero-vad', vocals),
      decides: true,
    });
  }
  const voiced = cases.filter(({ hasVoice }) => hasVoice).length;
  const counts = `${voiced} recordings with a voice, ${cases.length - voiced} without`;
  const how = byFolds ? `${foldCount} folds of groups` : 'the shipped weights';
  console.log(`\n## Presence: ${counts}; own classifier by ${how}\n`);
  console.log(
    '| method | AUC (95 %, bootstrap over collections) | voices missed | instrumentals taken for songs | in doubt |',
  );
  console.log('| --- | --- | --- | --- | --- |');
  const figures = rows.map((row) => figuresOf(row, cases));
  for (const [i, cells] of figures.entries()) console.log(`| ${[rows[i]!.method, ...cells].join(' | ')} |`);
  const wrong = cases.filter((c, i) => own[i]! >= threshold !== c.hasVoice);
  console.log(`\nWrong by the own classifier: ${wrong.map(({ title }) => title).join('; ') || 'none'}`);
  const lines = [
    `${counts}, ${foldCount} folds by group`,
    `AUC ${figures[2]![0]}; voices missed ${figures[2]![1]}; instrumentals taken for songs ${figures[2]![2]} (at 0.5, calibrated on the other folds)`,
    windowTable(cases, logits),
  ];
  if (byFolds && all.some(({ kind }) => kind === 'rendered')) lines.push(renderedLine(all, shipped));
  console.log(`\n${lines.slice(2).join('\n')}`);
  if (!writes) return;
  const [auc, missed, taken] = figures[2]!;
  const metrics = {
    'folds by group': foldCount,
    AUC: Number.parseFloat(auc!),
    [`voices missed of ${voiced}`]: Number.parseInt(missed!, 10),
    [`instrumentals taken for songs of ${cases.length - voiced}`]: Number.parseInt(taken!, 10),
  };
  for (const path of writePresence(train(all, nets), shipped, cases, metrics)) console.log(`wrote ${path}`);
}

/** Of each recording; by folds, calibrated on the other ones. */
function ownScores(
  all: readonly PresenceCase[],
  logits: ReadonlyMap<PresenceCase, Float32Array>,
  by: SplitBy | null,
): { readonly own: number[]; readonly shipped: Calibration } {
  const cases = all.filter(({ kind }) => kind === 'recording');
  const windows = cases.map((one) => logits.get(one)!.map(logistic));
  if (by === null) return { own: windows.map(songPresence), shipped: presenceModel().calibration };
  const fold = foldOf(all, by);
  const judged = cases.map(({ hasVoice }, i) => ({ hasVoice, logit: songLogit(windows[i]!) }));
  const { probabilities, shipped } = calibratedByFolds(judged, (i) => fold(cases[i]!));
  return { own: probabilities, shipped };
}

function figuresOf({ scores, decides }: Row, cases: readonly PresenceCase[]): string[] {
  const of = (hasVoice: boolean): number[] => scores.filter((_, i) => cases[i]!.hasVoice === hasVoice);
  const [voices, instruments] = [of(true), of(false)];
  const [low, high] = areaInterval(
    scores.map((score, i) => ({ score, isPositive: cases[i]!.hasVoice, unit: dirname(cases[i]!.path) })),
  );
  const auc = `${areaUnderCurve(voices, instruments).toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)})`;
  if (!decides) return [auc, '', '', ''];
  const missed = voices.filter((score) => score < threshold).length;
  const taken = instruments.filter((score) => score >= threshold).length;
  const doubtful = scores.filter((score) => score >= askFrom && score < threshold).length;
  return [
    auc,
    `${missed} of ${voices.length}`,
    `${taken} of ${instruments.length}`,
    `${doubtful} of ${scores.length}`,
  ];
}

/** Music rendered from notes, judged by networks that heard only the other sound font. */
function renderedLine(all: readonly PresenceCase[], calibration: Calibration): string {
  const judged = [...acrossSoundFonts(all)];
  const taken = judged.filter(
    ([, windows]) => calibrated(songLogit(windows.map(logistic)), calibration) >= threshold,
  ).length;
  const byYamnet = judged.filter(([{ yamnet }]) => yamnet && yamnetPresence(yamnet) >= threshold).length;
  const hasYamnet = judged.every(([{ yamnet }]) => yamnet !== null);
  return (
    `rendered from notes, judged by networks of the other sound font: ${taken} of ${judged.length} taken for songs` +
    (hasYamnet ? `; by YAMNet ${byYamnet}` : '')
  );
}

/** Inside timed songs: windows with at least 0.6 s of singing against windows with none. */
function windowTable(
  cases: readonly PresenceCase[],
  logits: ReadonlyMap<PresenceCase, Float32Array>,
): string {
  const [sung, unsung]: [number[], number[]] = [[], []];
  for (const one of cases) {
    const { spans, windows } = one;
    if (spans === null) continue;
    for (let w = 0; w < windows.length; w++) {
      const seconds = overlap(spans, w * windowHopSeconds, w * windowHopSeconds + windowSeconds);
      if (seconds >= 0.6) sung.push(logits.get(one)![w]!);
      else if (seconds === 0) unsung.push(logits.get(one)![w]!);
    }
  }
  if (sung.length === 0 || unsung.length === 0) return 'inside timed songs: no timings were found';
  const auc = areaUnderCurve(sung, unsung).toFixed(3);
  const found = sung.filter((value) => value >= 0).length;
  const wrong = unsung.filter((value) => value >= 0).length;
  return (
    `inside timed songs: ${sung.length} windows with singing against ${unsung.length} without, AUC ${auc}; ` +
    `at 0.5 precision ${(found / Math.max(1, found + wrong)).toFixed(3)}, recall ${(found / sung.length).toFixed(3)} ` +
    `(baseline, all windows: precision ${(sung.length / (sung.length + unsung.length)).toFixed(3)}, recall 1.000)`
  );
}
