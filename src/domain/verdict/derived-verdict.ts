/**
 * Results of version 1.0.0 hold no verdict. What their documented fields allow is concluded here, and never more: a
 * melody or lyric match without calibrated evidence is `possible`.
 */
import type { Finding } from '../finding.js';
import type { OperationName } from '../operations.js';
import type { JsonObject, JsonValue } from '../task.js';
import { fields, list, number, text } from './read-json.js';

/** From this similarity on the terminal of 1.0.0 asked for a reading. */
const lyricSimilarityOfInterest = 0.5;

/** In the shape of `detail.verdict`. */
export function derivedVerdict(operation: OperationName, result: JsonValue, detail: JsonObject): JsonObject {
  const songs = number(detail.songs_searched);
  switch (operation) {
    case 'fingerprint-check': {
      const { is_duplicate: isDuplicate, matched_music_id: id, matched_musicname: name } = fields(result);
      return {
        finding: isDuplicate === true ? 'found' : emptyOr(songs, 'not_found'),
        ...searched(songs),
        match: { music_id: id ?? null, musicname: name ?? null },
      };
    }
    case 'fingerprint-scan': {
      const found = number(fields(result).songs_found) ?? 0;
      return { finding: found > 0 ? 'found' : emptyOr(songs, 'not_found'), ...searched(songs) };
    }
    case 'ai-detection':
      return aiVerdict(result, detail);
    case 'plagiarism':
    case 'compare':
      return melodyVerdict(fields(result), detail);
    case 'lyric-plagiarism':
      return lyricVerdict(fields(result), detail);
    default:
      return { finding: 'cannot_tell' };
  }
}

const emptyOr = (songs: number | null, other: Finding): Finding =>
  songs === 0 ? 'nothing_to_compare' : other;

const searched = (songs: number | null): JsonObject =>
  songs === null ? {} : { searched: { count: songs, unit: 'songs' } };

/** The result has three outer forms: itself, below the file's name, or an array without a final result. */
function aiVerdict(result: JsonValue, detail: JsonObject): JsonObject {
  const outer = fields(result);
  const inner = outer.model_results === undefined ? fields(Object.values(outer)[0]) : outer;
  const final = fields(inner.final_result);
  const prediction = text(final.prediction);
  if (prediction === '' || detail.abstained === true) return { finding: 'cannot_tell' };
  if (prediction === 'real') return { finding: 'not_found' };
  const confidence = number(final.confidence);
  return { finding: 'found', ...(confidence === null ? {} : { probability: confidence }) };
}

function melodyVerdict(result: JsonObject, detail: JsonObject): JsonObject {
  const songs = number(detail.songs_searched);
  const waiting = number(detail.songs_not_described) ?? 0;
  const best = ['signature', 'vocal', 'inst', 'topline']
    .flatMap((category) => list(result[category]))
    .map((match) => fields(fields(match).comparison))[0];
  if (best !== undefined) {
    const reported = list(detail.songs)
      .map(fields)
      .find(({ reported, title }) => reported === true && title === best.title);
    return {
      finding: 'possible',
      ...searched(songs),
      match: {
        title: best.title ?? null,
        artist: text(reported?.artist),
        music_id: reported?.music_id ?? null,
        link: best.link ?? null,
      },
    };
  }
  if (detail.assessment === 'no steady beat') {
    return {
      finding: 'cannot_tell',
      ...searched(songs),
      reasons: ['No steady beat was found, so that there are no bars to compare.'],
    };
  }
  if (songs === 0 && waiting > 0) {
    return {
      finding: 'cannot_tell',
      ...searched(songs),
      reasons: [
        `The songs of the dataset are not described yet: ${waiting} of them wait. Run it again later.`,
      ],
    };
  }
  return { finding: emptyOr(songs, 'not_found'), ...searched(songs) };
}

function lyricVerdict(result: JsonObject, detail: JsonObject): JsonObject {
  const songs = number(result.total_songs_checked);
  if (songs === 0) return { finding: 'nothing_to_compare', ...searched(songs) };
  if (detail.assessment === 'insufficient distinctive text') {
    return {
      finding: 'cannot_tell',
      ...searched(songs),
      reasons: ['These lyrics hold nothing but stock phrases: there is too little to compare.'],
    };
  }
  const highest = number(result.max_similarity) ?? 0;
  const best = fields(list(result.top_matches)[0]);
  return {
    finding: highest >= lyricSimilarityOfInterest ? 'possible' : 'not_found',
    ...searched(songs),
    threshold: { of: 'similarity', value: lyricSimilarityOfInterest },
    match: { title: best.title ?? null, artist: best.artist ?? null },
    reasons: [
      `The highest similarity is ${highest.toFixed(2)}; from ${lyricSimilarityOfInterest} on a person should read it.`,
    ],
  };
}
