/** The extra evidence that is read back with the task. */

import type { JsonObject } from '../../domain/task.js';
import type { TimedLine } from '../../domain/timed-lyrics.js';
import { rounded } from '../../numbers/rounded.js';
import type { Heard } from './listen-kernel.js';
import type { JudgedSegment } from './sung-words/judged-segment.js';

const pipelineVersion = 5;

export function heardDetail(heard: Heard): JsonObject {
  return {
    pipeline_version: pipelineVersion,
    duration_seconds: rounded(heard.seconds, 2),
    rms: { mean: rounded(heard.meanRms, 5), highest: rounded(heard.highestRms, 5) },
    zero_crossing_rate: rounded(heard.meanZeroCrossingRate, 5),
    vocal_presence: {
      own_classifier: rounded(heard.presence, 4),
      detector:
        heard.detected === null
          ? null
          : {
              id: heard.detected.id,
              presence: rounded(heard.detected.presence, 4),
              files: { ...heard.detected.hashes },
            },
    },
  };
}

export function segmentDetail(segment: JudgedSegment): JsonObject {
  const { judgement } = segment;
  return {
    start_seconds: rounded(segment.startSeconds, 2),
    end_seconds: rounded(segment.endSeconds, 2),
    voice: rounded(segment.voice, 4),
    language: segment.language,
    no_speech: known(segment.noSpeech, 4),
    mean_log_probability: known(segment.meanLogProbability, 4),
    mean_word_probability: known(segment.measured?.word_probability ?? null, 4),
    compression_ratio: rounded(segment.compressionRatio, 2),
    temperature: segment.temperature,
    is_silent: segment.isSilent,
    left_out: segment.leftOut,
    words: judgement && {
      probability: rounded(judgement.probability, 4),
      log_odds: rounded(judgement.logOdds, 3),
      model: judgement.model,
    },
    text: segment.phrases.map(({ text }) => text).join('\n'),
  };
}

const known = (value: number | null, digits: number): number | null =>
  value === null ? null : rounded(value, digits);

/** `words` is null where the recogniser gives no times of words. */
export function lineDetail({ startSeconds, endSeconds, text, words }: TimedLine): JsonObject {
  return {
    start_seconds: rounded(startSeconds, 2),
    end_seconds: rounded(endSeconds, 2),
    text,
    words:
      words?.map((word) => ({
        text: word.text,
        start_seconds: rounded(word.startSeconds, 2),
        end_seconds: rounded(word.endSeconds, 2),
        probability: rounded(word.probability, 4),
      })) ?? null,
  };
}
