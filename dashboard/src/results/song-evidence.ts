/** Where in a recording its analyses found something: stretches of time by analysis, to lie on one axis. */

import type { FingerprintScanResult, PlagiarismResult } from '../api/contract.js';
import type { Operation, Task } from '../api/types.js';
import { t } from '../i18n/t.js';
import { fields, list, number, text } from './fields.js';
import { matchPlace } from './match-place.js';

export interface Stretch {
  start: number;
  end: number;
  /** What it is, in a few words. */
  title: string;
}

export interface Lane {
  operation: Operation;
  stretches: Stretch[];
}

/** Null where the analysis has no places in time, or found none. */
export function laneOf(task: Task): Lane | null {
  // Several measurements of one passage mark the same place: it is drawn once.
  const distinct = new Map(stretchesOf(task).map((stretch) => [stretchKey(stretch), stretch]));
  const stretches = [...distinct.values()].filter(({ start, end }) => end > start);
  return stretches.length === 0 ? null : { operation: task.operation, stretches };
}

export const stretchKey = ({ start, end, title }: Stretch): string => `${start} ${end} ${title}`;

function stretchesOf(task: Task): Stretch[] {
  const detail = fields(task.detail);
  switch (task.operation) {
    case 'fingerprint-check': {
      const place = task.verdict?.match ? matchPlace(task.detail, task.verdict.match.musicId ?? '') : null;
      return place?.query ? [{ ...place.query, title: task.verdict?.match?.title ?? '' }] : [];
    }
    case 'fingerprint-scan':
      return (task.result as FingerprintScanResult).segments.map((segment) => ({
        start: segment.from_seconds,
        end: segment.to_seconds,
        title: segment.musicname || segment.music_id,
      }));
    case 'ai-detection':
      return list(fields(detail.evidence).timeline)
        .map(fields)
        .filter((part) => part.found === true)
        .map((part) => ({
          start: number(part.start_seconds) ?? 0,
          end: number(part.end_seconds) ?? 0,
          title: t('generator traces'),
        }));
    case 'plagiarism': {
      const { signature, vocal, inst, topline } = task.result as PlagiarismResult;
      return [signature, vocal, inst, topline].flat().map(({ original, comparison }) => ({
        start: original.time_start,
        end: original.time_end,
        title: comparison.title,
      }));
    }
    case 'lyric-transcription':
      return list(detail.lines)
        .map(fields)
        .map((line) => ({
          start: number(line.start_seconds) ?? 0,
          end: number(line.end_seconds) ?? 0,
          title: text(line.text),
        }));
    default:
      return [];
  }
}
