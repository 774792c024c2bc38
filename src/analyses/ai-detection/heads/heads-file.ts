/** The versioned file of an operator's own heads: written by training, checked before use. */
import { z } from 'zod';
import { type Calibration, embeddedCalibration } from './calibration.js';
import type { HeldOut, TrainedHeads } from './train-heads.js';

export const headsFormat = 'contrafact-ai-detection-heads';
/** 2: heads read evidence in powers of ten; those of version 1 read deviations and cannot be used any more. */
const headsFormatVersion = 2;

const weight = z.number().nonnegative().finite();
const head = z.strictObject({
  bias: z.number().finite(),
  weights: z.strictObject({
    lattice: weight.optional(),
    scaled: weight.optional(),
    persistence: weight.optional(),
    blind: weight.optional(),
  }),
});
const heads = z.strictObject({
  lattice: head,
  scaled: head,
  persistence: head,
  blind: head,
  stacked: head,
});
const card = z.strictObject({
  trainedAt: z.iso.datetime(),
  fakeExamples: z.number().int().positive(),
  realExamples: z.number().int().positive(),
  heldOut: z.array(
    z.strictObject({
      group: z.string(),
      isFake: z.boolean(),
      examples: z.number().int().positive(),
      calledFake: z.number().min(0).max(1),
      areaUnderCurve: z.number().min(0).max(1).nullable(),
    }),
  ),
});
const file = z.strictObject({
  format: z.literal(headsFormat),
  formatVersion: z.literal(headsFormatVersion),
  version: z.string().min(1).max(80),
  heads,
  card,
});

export type HeadsFile = z.infer<typeof file>;

/** What training hands to be written. `version` appears in every result made with it. */
export function headsFile(version: string, trained: TrainedHeads, now: Date): HeadsFile {
  const count = (isFake: boolean): number =>
    trained.heldOut.filter((row) => row.isFake === isFake).reduce((sum, row) => sum + row.examples, 0);
  return file.parse({
    format: headsFormat,
    formatVersion: headsFormatVersion,
    version,
    heads: trained.heads,
    card: {
      trainedAt: now.toISOString(),
      fakeExamples: count(true),
      realExamples: count(false),
      heldOut: byFolder(trained.heldOut),
    },
  });
}

/**
 * Reads a heads file's text as the calibration that `createAiDetection` takes.
 * @throws Error naming the field that is wrong
 */
export function readHeadsFile(text: string): Calibration {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`Not a heads file of AI detection: no JSON (${(error as Error).message})`);
  }
  const read = file.safeParse(value);
  if (!read.success) throw new Error(`Not a heads file of AI detection: ${z.prettifyError(read.error)}`);
  return {
    version: read.data.version,
    heads: read.data.heads,
    ensembleWeights: embeddedCalibration.ensembleWeights,
  };
}

/**
 * Recordings are held out one by one, but told folder by folder: a catalogue has thousands, and their names are the
 * operator's business. Generators stay as they are.
 */
function byFolder(rows: readonly HeldOut[]): HeldOut[] {
  const folders = new Map<string, { examples: number; called: number }>();
  for (const { group, examples, calledFake } of rows.filter(({ isFake }) => !isFake)) {
    const slash = Math.max(group.lastIndexOf('/'), group.lastIndexOf('\\'));
    const folder = slash < 0 ? 'recordings' : group.slice(0, slash);
    const sum = folders.get(folder) ?? { examples: 0, called: 0 };
    folders.set(folder, {
      examples: sum.examples + examples,
      called: sum.called + Math.round(calledFake * examples),
    });
  }
  const recordings = [...folders].map(([group, { examples, called }]) => ({
    group,
    isFake: false,
    examples,
    calledFake: called / examples,
    areaUnderCurve: null,
  }));
  return [...rows.filter(({ isFake }) => isFake), ...recordings];
}

/** What the card's table adds up to. */
export interface HeldOutSummary {
  readonly recordings: number;
  /** Share of recordings called fake by heads that never saw them, and the 95 % interval of it (Wilson). */
  readonly falsePositiveRate: number;
  readonly falsePositiveInterval: readonly [number, number];
  /** Mean over generators, each counting alike. */
  readonly meanAreaUnderCurve: number;
  readonly meanFound: number;
}

export function heldOutSummary(rows: HeadsFile['card']['heldOut']): HeldOutSummary {
  const fakes = rows.filter(({ isFake }) => isFake);
  const reals = rows.filter(({ isFake }) => !isFake);
  const recordings = reals.reduce((sum, { examples }) => sum + examples, 0);
  const called = reals.reduce((sum, { examples, calledFake }) => sum + calledFake * examples, 0);
  const meanOf = (value: (row: (typeof rows)[number]) => number): number =>
    fakes.reduce((sum, row) => sum + value(row), 0) / Math.max(1, fakes.length);
  const rate = called / Math.max(1, recordings);
  return {
    recordings,
    falsePositiveRate: rate,
    falsePositiveInterval: wilsonInterval(rate, recordings),
    meanAreaUnderCurve: meanOf(({ areaUnderCurve }) => areaUnderCurve ?? 0),
    meanFound: meanOf(({ calledFake }) => calledFake),
  };
}

/** 95 % score interval of a share of `count` trials (Wilson 1927); 0 … 1 where there were none. */
function wilsonInterval(share: number, count: number): [number, number] {
  if (count === 0) return [0, 1];
  const z2 = 1.96 ** 2;
  const middle = (share + z2 / (2 * count)) / (1 + z2 / count);
  const half =
    (Math.sqrt(z2) / (1 + z2 / count)) * Math.sqrt((share * (1 - share)) / count + z2 / (4 * count * count));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
