/** The tables of versions side by side. */
import type { BenchSong } from './bench-song.js';
import type { EvidenceCase } from './evidence-cases.js';
import type { Answer } from './program.js';
import { shareOf } from './share.js';
import { rightSongs, type Symptom } from './symptoms.js';

/** Of one case: the place of the right song among those listed, its score, and the best score of the others. */
export interface Asked {
  readonly one: EvidenceCase;
  readonly place: number;
  readonly score: number;
  readonly stranger: number;
  readonly finding: string | null;
  readonly listed: number;
}

export interface Version {
  readonly name: string;
  readonly asked: readonly Asked[];
  readonly symptoms: readonly (readonly [Symptom, Answer])[];
}

const isTranslation = ({ kind }: EvidenceCase): boolean => kind.includes('→');
/** A kind of copy, or a language pair whatever its direction. */
export const kindOf = (one: EvidenceCase): string => (isTranslation(one) ? one.group : one.kind);

const reported = 0.5;

export function caseTable(print: (line: string) => void, versions: readonly Version[]): void {
  print(
    `\n| case | lyrics | ${versions.map(({ name }) => `${name}: right song first | score ≥ 0.5`).join(' | ')} |`,
  );
  print(`|---|---|${'---|---|'.repeat(versions.length)}`);
  const row = (name: string, is: (one: EvidenceCase) => boolean): void => {
    const cells = versions.flatMap(({ asked }) => {
      const some = asked.filter(({ one }) => is(one));
      return [
        shareOf(some.filter(({ place }) => place === 1).length, some.length),
        shareOf(some.filter(({ score }) => score >= reported).length, some.length),
      ];
    });
    const count = versions[0]!.asked.filter(({ one }) => is(one)).length;
    print(`| ${name} | ${count} | ${cells.join(' | ')} |`);
  };
  const isUnrelated = ({ work }: EvidenceCase): boolean => work === null;
  const unrelated = versions.map(({ asked }) => asked.filter(({ one }) => isUnrelated(one)));
  const alarms = unrelated.map((some) => {
    const listed = some.reduce((sum, one) => sum + one.listed, 0) / Math.max(1, some.length);
    const found = some.filter(({ finding }) => finding === 'found').length;
    return `${listed.toFixed(1)} songs listed, \`found\` ${found} | ${shareOf(some.filter(({ stranger }) => stranger >= reported).length, some.length)}`;
  });
  print(
    `| unrelated lyrics: what is listed, and the best at 0.5 or more | ${unrelated[0]!.length} | ${alarms.join(' | ')} |`,
  );
  const positive = versions[0]!.asked.map(({ one }) => one).filter((one) => !isUnrelated(one));
  for (const kind of new Set(positive.map(kindOf)))
    row(kind, (one) => !isUnrelated(one) && kindOf(one) === kind);
  row('**copies**', (one) => !isUnrelated(one) && !isTranslation(one) && !one.kind.includes('translation'));
  row('**translations of sentences**', isTranslation);
}

export function symptomTable(
  print: (line: string) => void,
  versions: readonly Version[],
  database: readonly BenchSong[],
): void {
  print(`\n| what was seen | ${versions.map(({ name }) => name).join(' | ')} |`);
  print(`|---|${'---|'.repeat(versions.length)}`);
  versions[0]!.symptoms.forEach(([symptom], at) => {
    const right = rightSongs(symptom, database);
    const cells = versions.map(({ symptoms: all }) => answerText(right, all[at]![1]));
    print(`| ${symptom.what} | ${cells.join(' | ')} |`);
  });
}

/** Place, combined and sentence score of the right song, or of the first one listed. */
function answerText(right: ReadonlySet<string>, { listed, finding }: Answer): string {
  const at = listed.findIndex(({ title }) => right.has(title));
  const shown = listed[at < 0 ? 0 : at];
  const verdict = finding === null ? '' : `, \`${finding}\``;
  const scores = shown
    ? `${shown.combined_score.toFixed(2)}, ${shown.sentence_score.toFixed(2)}`
    : 'nothing listed';
  if (right.size === 0) return `${listed.length} listed; first: ${scores}${verdict}`;
  return at < 0
    ? `right song not listed; first: ${scores}${verdict}`
    : `place ${at + 1}: ${scores}${verdict}`;
}
