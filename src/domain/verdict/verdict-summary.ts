/**
 * A verdict as a person reads it: one sentence, the match, how sure it is, what was searched. The dashboard, task lists,
 * the command line and case files show this and nothing of their own, so that they cannot contradict each other.
 */
import type { Finding } from '../finding.js';
import type { OperationName } from '../operations.js';
import type { JsonObject, JsonValue, TaskStatus } from '../task.js';
import { type Confidence, confidenceOf } from './confidence.js';
import { derivedVerdict } from './derived-verdict.js';
import { fields, list, number, text } from './read-json.js';
import { lyricWords, producedWords, verdictWords } from './verdict-words.js';

export interface VerdictMatch {
  readonly title: string;
  readonly artist: string;
  /** A recording of the asking account, where there is one. */
  readonly musicId: string | null;
  /** The song of a dataset that it is, and which dataset's, where the analysis names them. */
  readonly songId: string | null;
  readonly datasetId: string | null;
  /** The song's own page elsewhere; only http and https. */
  readonly link: string | null;
}

export interface VerdictSummary {
  /** Null for what searches nothing and only makes something (a transcription, a registered fingerprint). */
  readonly finding: Finding | null;
  /** A few words, for lists. */
  readonly label: string;
  /** One sentence, without the matched song's name. */
  readonly sentence: string;
  readonly match: VerdictMatch | null;
  /** Where a search found nothing: the song that came nearest. */
  readonly closest: VerdictMatch | null;
  readonly confidence: Confidence | null;
  /** Null where nothing is searched: two songs that were named are compared. */
  readonly searched: { readonly count: number; readonly unit: 'songs' | 'lines' } | null;
  /** Songs of the dataset that could not be searched yet: the answer is about the others. */
  readonly notSearched: number;
  readonly threshold: { readonly of: string; readonly value: number } | null;
  readonly reasons: readonly string[];
  readonly limits: readonly string[];
  /** `derived`: the result is of a version without verdicts, and this was concluded from its documented fields. */
  readonly source: 'reported' | 'derived';
}

export interface ConcludedTask {
  readonly operation: OperationName;
  readonly status: TaskStatus;
  readonly result: JsonValue;
  readonly detail: JsonValue;
}

/** Null for a task that waits, was cancelled, or failed without a verdict. */
export function summariseVerdict(task: ConcludedTask): VerdictSummary | null {
  const { operation, result } = task;
  const detail = fields(task.detail);
  const reported = fields(detail.verdict);
  const source = isFinding(reported.finding) ? 'reported' : 'derived';
  if (source === 'derived' && task.status !== 'success') return null;
  if (source === 'derived' && (operation === 'fingerprint-add' || operation === 'lyric-transcription')) {
    return { ...nothing, ...producedWords(operation, fields(result), detail) };
  }
  const verdict = source === 'reported' ? reported : derivedVerdict(operation, result, detail);
  const finding = isFinding(verdict.finding) ? verdict.finding : 'cannot_tell';
  const searched = fields(verdict.searched);
  const count = number(searched.count);
  return {
    finding,
    ...(lyricWords(finding, text(detail.compared_with)) ?? verdictWords(operation, finding, fields(result))),
    match: finding === 'found' || finding === 'possible' ? matchOf(verdict.match, detail) : null,
    closest: finding === 'not_found' && isSearch(operation, detail) ? matchOf(verdict.match, detail) : null,
    confidence: confidenceOf(finding, number(verdict.probability), number(verdict.expected_false_alarms)),
    searched:
      count === null || operation === 'compare'
        ? null
        : { count, unit: searched.unit === 'lines' ? 'lines' : 'songs' },
    notSearched: number(detail.songs_not_described) ?? 0,
    threshold: thresholdOf(verdict.threshold),
    reasons: list(verdict.reasons).map(text).filter(Boolean),
    limits: list(verdict.limits).map(text).filter(Boolean),
    source,
  };
}

const findingNames: ReadonlySet<unknown> = new Set<Finding>([
  'found',
  'possible',
  'not_found',
  'cannot_tell',
  'nothing_to_compare',
]);
const isFinding = (value: unknown): value is Finding => findingNames.has(value);

const nothing: Omit<VerdictSummary, 'label' | 'sentence'> = {
  finding: null,
  match: null,
  closest: null,
  confidence: null,
  searched: null,
  notSearched: 0,
  threshold: null,
  reasons: [],
  limits: [],
  source: 'derived',
};

/** Of two songs or texts the second is no nearer than others: there are none. */
const isSearch = (operation: OperationName, detail: JsonObject): boolean =>
  operation !== 'compare' && detail.compared_with !== 'text';

/** Analyses name the song by the words of their own results: `title` or `musicname`, `music_id` or `musicId`. */
function matchOf(value: JsonValue | undefined, detail: JsonObject): VerdictMatch | null {
  const match: JsonObject = fields(value);
  const title = text(match.title) || text(match.musicname) || text(match.music_id);
  if (title === '') return null;
  const link = text(match.link);
  return {
    title,
    artist: text(match.artist),
    musicId: text(match.music_id) || text(match.musicId) || recordingOf(match, detail),
    songId: text(match.song_id) || null,
    datasetId: text(match.dataset_id) || null,
    link: /^https?:\/\//i.test(link) ? link : null,
  };
}

/** A match that names a song of a dataset: its recording stands beside the song in the detail, where the account has it. */
function recordingOf({ song_id: id }: JsonObject, detail: JsonObject): string | null {
  const song = list(detail.songs)
    .map(fields)
    .find((one) => id !== undefined && one.song_id === id);
  return text(song?.music_id) || null;
}

function thresholdOf(value: JsonValue | undefined): VerdictSummary['threshold'] {
  const threshold = fields(value);
  const limit = number(threshold.value);
  return limit === null || text(threshold.of) === '' ? null : { of: text(threshold.of), value: limit };
}
