/** The analyses of the product, each of one or more operations; an operator chooses which of them an instance offers. */
import type { OperationName } from './operations.js';

export const analysisNames = [
  'fingerprint',
  'plagiarism',
  'lyric-plagiarism',
  'lyric-transcription',
  'ai-detection',
] as const;

/** Also the tag of its routes in the contract. */
export type AnalysisName = (typeof analysisNames)[number];

export const analysisOf: Readonly<Record<OperationName, AnalysisName>> = {
  'fingerprint-add': 'fingerprint',
  'fingerprint-check': 'fingerprint',
  'fingerprint-scan': 'fingerprint',
  plagiarism: 'plagiarism',
  compare: 'plagiarism',
  'lyric-plagiarism': 'lyric-plagiarism',
  'lyric-transcription': 'lyric-transcription',
  'ai-detection': 'ai-detection',
};

export function isAnalysisName(text: string): text is AnalysisName {
  return (analysisNames as readonly string[]).includes(text);
}
