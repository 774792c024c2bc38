/** What the shipped model answers for recordings, by collection and by condition: all four findings, not accusations alone. */
import { embeddedOdds } from '../../src/analyses/ai-detection/evidence/embedded.js';
import { judge } from '../../src/analyses/ai-detection/results/result.js';
import type { Judged } from '../../src/analyses/ai-detection/results/verdict.js';
import type { Case } from './cases.js';
import { shareOf } from './collections-out.js';
import { conditions } from './conditions.js';
import { table } from './tables.js';

type Finding = Judged['finding'];
const findings: readonly Finding[] = ['found', 'possible', 'cannot_tell', 'not_found'];

interface Answer {
  readonly one: Case;
  readonly finding: Finding;
}

/** The strongest finding of a recording's windows: one case a recording. */
function perRecording(answers: readonly Answer[]): Finding[] {
  const strongest = new Map<string, Finding>();
  for (const { one, finding } of answers) {
    const key = `${one.group}/${one.file}/${one.condition}`;
    const before = strongest.get(key) ?? 'not_found';
    strongest.set(key, findings[Math.min(findings.indexOf(before), findings.indexOf(finding))]!);
  }
  return [...strongest.values()];
}

function rowOf(name: string, answers: readonly Answer[]): string[] {
  const each = perRecording(answers);
  const count = (finding: Finding): number => each.filter((one) => one === finding).length;
  return [name, shareOf(count('found'), each.length), `${count('possible')}`, `${count('cannot_tell')}`];
}

/** Recordings as they are by collection, and all of them by condition; empty where there are none. */
export function findingsTables(cases: readonly Case[]): string {
  const data = embeddedOdds();
  const answers = cases
    .filter(({ isFake }) => !isFake)
    .map((one) => ({ one, finding: judge('standard', one.measurement, data).verdict.finding }));
  const plain = answers.filter(({ one }) => one.condition === conditions[0]!.name);
  const changed = answers.filter(({ one }) => one.condition !== conditions[0]!.name);
  const groups = [...new Set(plain.map(({ one }) => one.group))].sort();
  const names = conditions
    .map(({ name }) => name)
    .filter((name) => changed.some(({ one }) => one.condition === name));
  const parts: string[] = [];
  const tail = ['found (95 % interval)', 'possible', 'cannot tell'];
  if (plain.length > 0) {
    const rows = groups.map((group) =>
      rowOf(
        group,
        plain.filter(({ one }) => one.group === group),
      ),
    );
    parts.push(
      table(['recordings as they are, by the shipped model', ...tail], [...rows, rowOf('**all**', plain)]),
    );
  }
  if (changed.length > 0) {
    const rows = names.map((name) =>
      rowOf(
        name,
        changed.filter(({ one }) => one.condition === name),
      ),
    );
    parts.push(
      table(['recordings after this, by the shipped model', ...tail], [...rows, rowOf('**all**', changed)]),
    );
  }
  return parts.join('\n\n');
}
