/** The evidence of a result as rows: where in the analysed song, where in the other one, and how strong. */
import type { JsonObject, JsonValue, Task } from '../task.js';
import { fields, list, number, text } from '../verdict/read-json.js';

export interface Span {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface Passage {
  /** In the analysed recording; null for lyrics. */
  readonly here: Span | null;
  /** In the other song. */
  readonly there: Span | null;
  /** The other song's title; empty where there is none. */
  readonly title: string;
  /** What was found there, in a few words. */
  readonly what: string;
  /** A measurement with its name; empty where there is none. */
  readonly strength: string;
}

/** Rows that a page still shows whole. */
const maxPassages = 60;

export function passagesOf(task: Pick<Task, 'operation' | 'result' | 'detail'>): readonly Passage[] {
  return allPassages(task).slice(0, maxPassages);
}

function allPassages({
  operation,
  result,
  detail,
}: Pick<Task, 'operation' | 'result' | 'detail'>): Passage[] {
  const outcome = fields(result);
  const evidence = fields(detail);
  switch (operation) {
    case 'fingerprint-check':
      return [...list(evidence.matches), ...list(evidence.similar)].map(fields).map((match) => ({
        here: span(match.query_start_seconds, match.query_end_seconds),
        there: span(match.song_start_seconds, match.song_end_seconds),
        title: text(match.musicname),
        what: match.is_duplicate === true ? 'same recording' : 'similar recording',
        strength: figure('z', match.z),
      }));
    case 'fingerprint-scan':
      return list(outcome.segments)
        .map(fields)
        .map((segment) => ({
          here: span(segment.from_seconds, segment.to_seconds),
          there: span(segment.song_from_seconds, segment.song_to_seconds),
          title: text(segment.musicname),
          what: 'same recording',
          strength: '',
        }));
    case 'ai-detection':
      return list(fields(evidence.evidence).timeline)
        .map(fields)
        .map((part) => ({
          here: span(part.start_seconds, part.end_seconds),
          there: null,
          title: '',
          what: part.found === true ? 'generator traces found' : 'no traces found',
          strength: figure('log-odds', part.log_odds),
        }));
    case 'plagiarism':
    case 'compare':
      return (
        [
          ['signature', 'best passage'],
          ['vocal', 'vocal melody'],
          ['inst', 'instrumental melody'],
          ['topline', 'main melody'],
        ] as const
      ).flatMap(([category, what]) =>
        list(outcome[category]).map((match) => melodyPassage(fields(match), what)),
      );
    case 'lyric-plagiarism':
      return list(outcome.top_matches).map(fields).flatMap(lyricPassages);
    case 'lyric-transcription':
      return list(evidence.lines)
        .map(fields)
        .map((line) => ({
          here: span(line.start_seconds, line.end_seconds),
          there: null,
          title: '',
          what: text(line.text),
          strength: '',
        }));
    default:
      return [];
  }
}

function melodyPassage(match: JsonObject, what: string): Passage {
  const [original, comparison] = [fields(match.original), fields(match.comparison)];
  return {
    here: span(original.time_start, original.time_end),
    there: span(comparison.time_start, comparison.time_end),
    title: text(comparison.title),
    what,
    strength: figure('similarity', match.signature_metric),
  };
}

function lyricPassages(match: JsonObject): Passage[] {
  return list(match.similar_parts)
    .map(fields)
    .map((part) => ({
      here: null,
      there: null,
      title: text(match.title),
      what: `“${text(part.query_sentence)}” / “${text(part.target_sentence)}”`,
      strength: figure('similarity', part.similarity),
    }));
}

function span(start: JsonValue | undefined, end: JsonValue | undefined): Span | null {
  const [startSeconds, endSeconds] = [number(start), number(end)];
  return startSeconds === null || endSeconds === null ? null : { startSeconds, endSeconds };
}

function figure(name: string, value: JsonValue | undefined): string {
  const measured = number(value);
  return measured === null ? '' : `${name} ${measured.toFixed(2)}`;
}
