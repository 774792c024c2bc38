/** The answer in one line. */
import type {
  FingerprintCheckResult,
  FingerprintScanResult,
  LyricPlagiarismResult,
  LyricTranscriptionResult,
  PlagiarismResult,
} from '../api/contract.js';
import type { Task } from '../api/types.js';
import { percent } from '../ui/format.js';
import { aiResult } from './ai-result.js';
import { fields } from './fields.js';

export interface Headline {
  text: string;
  tone: 'neutral' | 'notice' | 'alarm';
}

export function headline(task: Task): Headline {
  switch (task.operation) {
    case 'fingerprint-add':
      return { text: 'Registered in your index', tone: 'neutral' };
    case 'fingerprint-check': {
      const result = task.result as FingerprintCheckResult;
      return result.is_duplicate
        ? { text: `Match: ${result.matched_musicname ?? result.matched_music_id}`, tone: 'alarm' }
        : { text: 'No match in your index', tone: 'neutral' };
    }
    case 'fingerprint-scan': {
      const { songs_found: songs, segments } = task.result as FingerprintScanResult;
      return songs === 0
        ? { text: 'No registered song found in the recording', tone: 'neutral' }
        : {
            text: `${songs} ${songs === 1 ? 'song' : 'songs'} in ${segments.length} ${segments.length === 1 ? 'place' : 'places'}`,
            tone: 'notice',
          };
    }
    case 'ai-detection':
      return aiHeadline(task);
    case 'plagiarism':
    case 'compare': {
      const matches = differentPassages(task.result as PlagiarismResult);
      return matches === 0
        ? { text: 'No matching passage found', tone: 'neutral' }
        : { text: `${matches} matching ${matches === 1 ? 'passage' : 'passages'} to judge`, tone: 'notice' };
    }
    case 'lyric-plagiarism': {
      const { max_similarity: most, total_songs_checked: songs } = task.result as LyricPlagiarismResult;
      return {
        text: `Highest similarity ${most.toFixed(2)} among ${songs.toLocaleString('en')} ${songs === 1 ? 'song' : 'songs'}`,
        tone: most >= 0.5 ? 'notice' : 'neutral',
      };
    }
    case 'lyric-transcription': {
      const result = task.result as LyricTranscriptionResult;
      if (result.is_instrumental) return { text: 'Instrumental: no vocals found', tone: 'neutral' };
      const lines = result.lyrics.split('\n').filter(Boolean).length;
      return { text: `${lines} ${lines === 1 ? 'line' : 'lines'} transcribed`, tone: 'neutral' };
    }
  }
}

/** A passage stands once in each category in which it matches. */
function differentPassages({ signature, vocal, inst, topline }: PlagiarismResult): number {
  const places = [signature, vocal, inst, topline].flatMap((matches) =>
    matches.map(({ original, comparison }) =>
      JSON.stringify([original.time_start, comparison.title, comparison.link, comparison.time_start]),
    ),
  );
  return new Set(places).size;
}

/** What was found, never who made the music. Tasks of earlier versions have no verdict in their detail. */
function aiHeadline(task: Task): Headline {
  const final = aiResult(task.result)?.final;
  if (!final) return { text: 'No prediction', tone: 'notice' };
  const detail = fields(task.detail);
  const earlier =
    detail.abstained === true ? 'cannot_tell' : final.prediction === 'real' ? 'not_found' : 'found';
  switch (fields(detail.verdict).finding ?? earlier) {
    case 'found':
      return { text: `Generator traces found, with ${percent(final.confidence)} confidence`, tone: 'alarm' };
    case 'possible':
      return { text: 'Possible generator traces: a person should look', tone: 'notice' };
    case 'cannot_tell':
      return { text: 'Cannot tell: the evidence allows no answer', tone: 'notice' };
    default:
      return { text: 'No generator traces found. Some generators leave none', tone: 'neutral' };
  }
}
