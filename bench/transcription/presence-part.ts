/** Presence: how well a voice is told from instruments, by song; and energy segments against timings. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Yamnet } from '../../src/analyses/lyric-transcription/detectors/yamnet.js';
import {
  evenScore,
  yamnetStatistic,
} from '../../src/analyses/lyric-transcription/detectors/yamnet-presence.js';
import { sigmoid } from '../../src/analyses/lyric-transcription/presence/classifier.js';
import { songPresence } from '../../src/analyses/lyric-transcription/presence/presence.js';
import {
  windowHopSeconds,
  windowSeconds,
} from '../../src/analyses/lyric-transcription/presence/window-features.js';
import { decodeWithFfmpeg } from './decode.js';
import { type PresenceCase, presenceCases } from './presence-cases.js';
import { areaUnderCurve } from './statistics.js';
import { overlap } from './timings.js';
import { outOfFold, train } from './train-presence.js';
import { writeWeights } from './write-weights.js';

interface Row {
  readonly method: string;
  readonly scores: readonly number[];
  readonly threshold: number | null;
}

/** Prints the table; with `writes` also trains on everything and writes the weights. */
export async function presencePart(
  data: string,
  models: string | null,
  writes: boolean,
): Promise<PresenceCase[]> {
  const all = await presenceCases(data);
  const logits = outOfFold(all);
  const cases = all.filter(({ isSynthetic }) => !isSynthetic);
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
  const yamnet = models === null ? null : join(models, 'yamnet', 'yamnet_logmel.onnx');
  if (yamnet !== null && existsSync(yamnet)) {
    const scores: number[] = [];
    for (const { path } of cases) {
      const network = await Yamnet.open(yamnet);
      for await (const chunk of decodeWithFfmpeg(join(data, path), 1)) await network.push(chunk);
      scores.push(yamnetStatistic(await network.finish()));
      await network.close();
    }
    rows.push({ method: 'YAMNet (optional)', scores, threshold: Math.log(evenScore) });
  }
  const voiced = cases.filter(({ hasVoice }) => hasVoice).length;
  console.log(
    `\n## Presence: ${voiced} recordings with a voice, ${cases.length - voiced} without; own classifier by six folds of groups\n`,
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
  const auc = areaUnderCurve(sung, unsung).toFixed(3);
  return `inside timed songs: ${sung.length} windows with singing against ${unsung.length} without, AUC ${auc}`;
}
