/** The words of a recording, as the analysis `lyric-transcription` recognises them: what is compared where no lyric is given. */
import type { Verdict } from '../../domain/finding.js';
import { lyricLimitProblem, maxLyricCharacters, maxLyricLines } from '../../domain/lyric-limits.js';
import type { JsonObject } from '../../domain/task.js';
import { segmentLyrics } from '../../text/segment-lyrics.js';
import { type Analysis, type AnalysisContext, type AnalysisRequest, partOfProgress } from '../analysis.js';

/** The share of a task's progress that recognising takes: it is by far the longer part. */
const recognitionShare = 0.7;

export interface SungWords {
  /** Null where the recording holds no words that can be compared. */
  readonly lyrics: string | null;
  /** Stands in `detail.transcription`. */
  readonly facts: JsonObject;
}

/**
 * Runs `transcription` on the request's music. Throws its AnalysisError where no recogniser is installed: without the
 * words there is nothing to search for, and the message says what to install.
 */
export async function wordsOfRecording(
  transcription: Analysis,
  request: AnalysisRequest,
  context: AnalysisContext,
): Promise<SungWords> {
  const { language } = request.parameters;
  const outcome = await transcription.run(
    {
      ...request,
      model: 'standard',
      parameters: typeof language === 'string' ? { language } : {},
    },
    partOfProgress(context, 0, recognitionShare),
  );
  const { lyrics, languages, is_instrumental: isInstrumental } = outcome.result as JsonObject;
  const { recogniser, presence } = outcome.detail as JsonObject;
  const text = isInstrumental === true || typeof lyrics !== 'string' ? '' : withinLimits(lyrics);
  return {
    lyrics: segmentLyrics(text).lines.length === 0 ? null : text,
    facts: {
      lyrics: text,
      languages: languages ?? [],
      is_instrumental: isInstrumental === true,
      recogniser: recogniser ?? null,
      presence: presence ?? null,
    },
  };
}

/** The lines from the start that a search takes: a long recording can hold more words than a lyric may. */
function withinLimits(lyrics: string): string {
  if (lyricLimitProblem(lyrics) === null) return lyrics;
  const lines = lyrics.split('\n').slice(0, maxLyricLines);
  let characters = 0;
  const fitting = lines.findIndex((line) => {
    characters += [...line].length + 1;
    return characters > maxLyricCharacters;
  });
  return lines.slice(0, fitting < 0 ? lines.length : fitting).join('\n');
}

/** The progress of what follows the recognition. */
export function afterRecognition(context: AnalysisContext): AnalysisContext {
  return partOfProgress(context, recognitionShare, 1);
}

/** What is answered for a recording in which no words were recognised. `songs`: those with lyrics in the datasets. */
export function wordlessVerdict(songs: number): Verdict {
  return {
    finding: 'cannot_tell',
    searched: { count: songs, unit: 'songs' },
    reasons: ['No sung words were recognised in the recording, so there was nothing to compare.'],
    limits: [
      'Words that the recogniser does not understand are not compared: send the lyric as text where you have it.',
    ],
  };
}
