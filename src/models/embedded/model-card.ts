/** The card of a network or table in models/embedded/<id>/: what it is, what it was made of, and the hash of its file. */
import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const modelCardSchema = z.strictObject({
  id: z.string(),
  version: z.string(),
  intendedUse: z.string(),
  limits: z.array(z.string()).min(1),
  licence: z.string(),
  /** What it reads or lists, in order. */
  features: z.array(z.strictObject({ name: z.string(), unit: z.string() })).min(1),
  /** Null where people set the numbers; `source` says which. */
  trainingCommand: z.string().nullable(),
  source: z.string().optional(),
  seed: z.number().int().nullable(),
  commit: z.string(),
  trainedAt: z.string(),
  /** How many cases of which group, and the SHA-256 over the sorted SHA-256s of their files; null where that was not kept. */
  data: z.array(
    z.strictObject({ group: z.string(), cases: z.number().int().positive(), sha256: sha256.nullable() }),
  ),
  /** Names of single songs that were fitted on, where figures on them must be marked. */
  fittedOn: z.array(z.string()).optional(),
  /** Of cases that were not fitted on. */
  metrics: z.record(z.string(), z.number()),
  files: z.record(z.string(), sha256),
});

export type ModelCard = z.infer<typeof modelCardSchema>;
