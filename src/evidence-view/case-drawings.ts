/** The drawings of a case file: the strongest passages of what a plagiarism search or a comparison found. */
import type { Drawing } from '../domain/case-file/drawing.js';
import type { Task } from '../domain/task.js';
import { drawingOf } from './drawing.js';
import { rollView } from './roll.js';
import { sharedEvidence } from './shared-evidence.js';
import { barsText, matchText, span } from './words.js';

/** More would be pages that nobody compares: the table of the case file lists every passage. */
const mostDrawings = 6;

/** `submitted`: the title of the song that was analysed. Reported songs are drawn, or the best one where none is. */
export function caseDrawings({ operation, detail }: Task, submitted: string): Drawing[] {
  if (operation !== 'plagiarism' && operation !== 'compare') return [];
  const { songs } = sharedEvidence(detail ?? undefined);
  const reported = songs.filter((song) => song.reported);
  const drawn = reported.length > 0 ? reported : songs.slice(0, 1);
  return drawn
    .flatMap(({ title, passages }) => passages.map((passage) => ({ title, passage })))
    .slice(0, mostDrawings)
    .map(({ title: comparedWith, passage }) => {
      const { original, comparison } = passage;
      const place = [span(original), barsText(original)].filter(Boolean).join(', ');
      const there = [comparedWith, span(comparison), barsText(comparison)].filter(Boolean).join(', ');
      const title = `Above: ${submitted}, ${place}. Below: ${there}. ${matchText(passage, comparedWith)}`;
      return drawingOf(rollView(passage, { original: submitted, comparison: comparedWith }), title);
    });
}
