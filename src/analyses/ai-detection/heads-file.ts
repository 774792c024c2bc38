/** The versioned file of an operator's own heads: written by training, checked before use. */
import { z } from 'zod';
import { type Calibration, embeddedCalibration } from './calibration.js';
import type { HeldOut, TrainedHeads } from './train-heads.js';

export const headsFormat = 'contrafact-ai-detection-heads';

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
    }),
  ),
});
const file = z.strictObject({
  format: z.literal(headsFormat),
  formatVersion: z.literal(1),
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
    formatVersion: 1,
    version,
    heads: trained.heads,
    card: {
      trainedAt: now.toISOString(),
      fakeExamples: count(true),
      realExamples: count(false),
      heldOut: trained.heldOut,
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

/** The honest table: a row a group, each judged by heads that never saw it. */
export function heldOutTable(rows: readonly HeldOut[]): string {
  const width = Math.max(...rows.map(({ group }) => group.length), 5);
  const line = (row: HeldOut): string =>
    `${row.isFake ? 'fake' : 'real'}  ${row.group.padEnd(width)}  ${String(row.examples).padStart(5)} clips  called fake ${(100 * row.calledFake).toFixed(0).padStart(3)} %`;
  return rows.map(line).join('\n');
}
