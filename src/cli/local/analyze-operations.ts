/** The operations of `contrafact analyze`: those of the service that take audio, and what they do there. */
import { type OperationName, operations } from '../../domain/operations.js';
import { CliError } from '../cli-error.js';
import { exitCodes } from '../exit-codes.js';

/** Under which name each operation of the service is asked for; null where it takes something else than one song. */
const offeredAs = {
  'fingerprint-check': 'fingerprint',
  'fingerprint-add': 'fingerprint',
  'fingerprint-scan': null,
  plagiarism: 'plagiarism',
  compare: null,
  'lyric-plagiarism': null,
  'lyric-transcription': 'lyric-transcription',
  'ai-detection': 'ai-detection',
} as const satisfies Readonly<Record<OperationName, OperationName | 'fingerprint' | null>>;

export type AnalyzeOperation = Exclude<(typeof offeredAs)[OperationName], null>;

export const analyzeOperations: readonly AnalyzeOperation[] = [
  ...new Set(Object.values(offeredAs).filter((name) => name !== null)),
];

/** What runs for each file, in order. A fingerprint is compared with those before it, then kept for those after. */
export function stepsOf(operation: AnalyzeOperation): readonly OperationName[] {
  return operation === 'fingerprint' ? ['fingerprint-check', 'fingerprint-add'] : [operation];
}

/** `model` if the operation has it, else a usage error that lists what it has. */
export function modelFor(operation: AnalyzeOperation, model: string | undefined): string {
  if (operation === 'fingerprint') {
    if (model === undefined) return '';
    throw new CliError('The fingerprint has no models: leave out --model.', exitCodes.usage);
  }
  const { models } = operations[operation];
  if (model === undefined) return models[0] ?? '';
  if (models.includes(model)) return model;
  throw new CliError(`${operation} has no model '${model}'. It has: ${models.join(', ')}.`, exitCodes.usage);
}
