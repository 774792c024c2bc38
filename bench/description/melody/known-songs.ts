/** The songs of POP909 that the leading-line network has learnt from: what is measured on these is no proof. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modelCardSchema } from '../../../src/models/embedded/model-card.js';
import { embeddedDir } from '../../../src/models/embedded-evidence.js';

export function knownToLeadingLine(): readonly string[] {
  const card = readFileSync(join(embeddedDir, 'leading-line-network', 'card.json'), 'utf8');
  return modelCardSchema.parse(JSON.parse(card)).fittedOn ?? [];
}
