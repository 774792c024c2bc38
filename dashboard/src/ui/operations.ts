/** The operations in words, in the order in which they are offered. */

import type { AnalysisName, Operation } from '../api/types.js';
import { t } from '../i18n/t.js';

interface OperationWords {
  label: string;
  about: string;
  /** Which of the analyses that an instance may offer it belongs to. */
  analysis: AnalysisName;
  /** What it is asked of. Those of a recording can be ticked for a song. */
  asks: 'recording' | 'two recordings' | 'lyrics or recording';
  /** What the path after /api/v1/ is, without the model. */
  path: string;
  /** The first one is offered first. */
  models: readonly string[];
  /** Whether it looks at the sound itself, so that written notes (MIDI) are no input. */
  needsAudio: boolean;
}

export const operationWords: Readonly<Record<Operation, OperationWords>> = {
  'fingerprint-check': {
    label: t('Fingerprint check'),
    analysis: 'fingerprint',
    about: t('Find out whether this recording, or part of it, is already in your catalogue.'),
    asks: 'recording',
    path: 'fingerprint/check',
    models: [],
    needsAudio: true,
  },
  'fingerprint-add': {
    label: t('Register fingerprint'),
    analysis: 'fingerprint',
    about: t('Adds the recording to your catalogue, so that later checks find it.'),
    asks: 'recording',
    path: 'fingerprint/add',
    models: [],
    needsAudio: true,
  },
  'fingerprint-scan': {
    label: t('Fingerprint scan'),
    analysis: 'fingerprint',
    about: t('Find the recordings of your catalogue in this mix, broadcast or film, and where.'),
    asks: 'recording',
    path: 'fingerprint/scan',
    models: [],
    needsAudio: true,
  },
  'ai-detection': {
    label: t('AI detection'),
    analysis: 'ai-detection',
    about: t('Find traces of a music generator, with evidence by segment.'),
    asks: 'recording',
    path: 'ai-detection',
    models: ['standard', 'lite', 'pro', 'pro-v2'],
    needsAudio: true,
  },
  plagiarism: {
    label: t('Music plagiarism'),
    analysis: 'plagiarism',
    about: t('Find songs of a dataset whose melody or chords match.'),
    asks: 'recording',
    path: 'plagiarism',
    models: ['standard'],
    needsAudio: false,
  },
  'lyric-transcription': {
    label: t('Lyric transcription'),
    analysis: 'lyric-transcription',
    about: t('Write down what is sung, in which languages, or that it is instrumental.'),
    asks: 'recording',
    path: 'lyric-transcription',
    models: ['standard'],
    needsAudio: true,
  },
  compare: {
    label: t('Comparison of two songs'),
    analysis: 'plagiarism',
    about: t('Show what two songs share, bar by bar.'),
    asks: 'two recordings',
    path: 'compare',
    models: [],
    needsAudio: false,
  },
  'lyric-plagiarism': {
    label: t('Lyric plagiarism'),
    analysis: 'lyric-plagiarism',
    about: t('Find songs of a dataset whose lines say the same, in any language.'),
    asks: 'lyrics or recording',
    path: 'lyric-plagiarism',
    models: ['standard'],
    needsAudio: true,
  },
};

export const operations = Object.keys(operationWords) as Operation[];

export function operationLabel(operation: Operation, model: string): string {
  const words = operationWords[operation];
  return model === '' || words.models.length === 1 ? words.label : `${words.label} (${model})`;
}
