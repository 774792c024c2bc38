/** A recording under three seconds in which nobody was heard to sing: "instrumental" would be a definite answer that it does not allow. */
import { AnalysisError } from '../../domain/analysis-error.js';
import { verdictToJson } from '../../domain/finding.js';
import { rounded } from '../../numbers/rounded.js';
import { heardDetail } from './detail.js';
import type { Heard } from './listen-kernel.js';
import { windowSeconds } from './presence/window-features.js';

/** The classifier judges windows that are 8 ms longer than this; a shorter recording fills none, and was never learnt from. */
const minSecondsToDeny = Math.floor(windowSeconds);

/** Whether a recording is long enough to be called instrumental. What is understood of a shorter one is an answer all the same. */
export const canBeInstrumental = ({ seconds }: Pick<Heard, 'seconds'>): boolean =>
  seconds >= minSecondsToDeny;

/** The failure of a recording that is too short to be called instrumental. */
export function tooShort(heard: Heard, presence: number): AnalysisError {
  const seconds = rounded(heard.seconds, 1).toFixed(1);
  return new AnalysisError(
    `Whether anyone sings cannot be determined: the recording lasts ${seconds} s, and ${minSecondsToDeny} s are needed. Upload a longer part of the song.`,
    {
      ...heardDetail(heard),
      presence,
      decided_by: 'too-short',
      segments: [],
      recogniser: null,
      verdict: verdictToJson({
        finding: 'cannot_tell',
        threshold: { of: 'seconds of sound', value: minSecondsToDeny },
        reasons: [
          `The recording lasts ${seconds} s, and a voice is listened for in windows of ${minSecondsToDeny} s.`,
        ],
        limits: ['Of a recording this short, only words that a recogniser understands are an answer.'],
      }),
    },
  );
}
