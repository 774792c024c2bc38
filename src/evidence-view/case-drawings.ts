/** The drawings of a case file: the strongest passages of what a plagiarism search or a comparison found, and the odds of an AI detection. */
import type { Drawing } from '../domain/case-file/drawing.js';
import type { JsonValue, Task } from '../domain/task.js';
import { oddsEvidence, segmentOdds } from './ai-odds.js';
import { drawingOf } from './drawing.js';
import { negativesCurveCaption, negativesCurveView } from './negatives-curve.js';
import { rollView } from './roll.js';
import { segmentOddsCaption, segmentOddsView } from './segment-odds.js';
import { type ComparedSong, type SongFinding, sharedEvidence } from './shared-evidence.js';
import { barsText, matchText, span } from './words.js';

/** More would be pages that nobody compares: the table of the case file lists every passage. */
const maxDrawings = 6;

/** `submitted`: the title of the song that was analysed. Reported songs are drawn, else possible ones, else the first one. */
export function caseDrawings({ operation, detail }: Task, submitted: string): Drawing[] {
  if (operation === 'ai-detection') return oddsDrawings(detail ?? undefined);
  if (operation !== 'plagiarism' && operation !== 'compare') return [];
  const { songs } = sharedEvidence(detail ?? undefined);
  const of = (finding: SongFinding): ComparedSong[] => songs.filter((song) => song.finding === finding);
  const drawn = [of('found'), of('possible'), songs.slice(0, 1)].find(({ length }) => length > 0) ?? [];
  return drawn
    .flatMap(({ title, passages }) => passages.map((passage) => ({ title, passage })))
    .slice(0, maxDrawings)
    .map(({ title: comparedWith, passage }) => {
      const { original, comparison } = passage;
      const place = [span(original), barsText(original)].filter(Boolean).join(', ');
      const there = [comparedWith, span(comparison), barsText(comparison)].filter(Boolean).join(', ');
      // Two recordings of one song have one title.
      const called = comparedWith === submitted ? `${comparedWith} (below)` : comparedWith;
      const title = `Above: ${submitted}, ${place}. Below: ${there}. ${matchText(passage, called)}`;
      return drawingOf(rollView(passage, { original: submitted, comparison: comparedWith }), title);
    });
}

function oddsDrawings(detail: JsonValue | undefined): Drawing[] {
  const odds = oddsEvidence(detail);
  if (odds === null) return [];
  const segments = segmentOdds(detail);
  const curve = drawingOf(negativesCurveView(odds), negativesCurveCaption(odds));
  if (segments.length === 0) return [curve];
  const bars = segmentOddsView(segments, odds, { labelled: true });
  return [drawingOf(bars, segmentOddsCaption(segments, odds)), curve];
}
