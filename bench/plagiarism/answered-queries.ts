/** Answers of single queries as lines of a file, so that a long measurement that was cut goes on where it stopped. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface AnsweredQueries<Answer> {
  /** By the query's name. */
  readonly answers: ReadonlyMap<string, Answer>;
  add(query: string, answer: Answer): void;
  /** The whole is kept elsewhere: the next measurement begins anew. */
  remove(): void;
}

/**
 * @param settings all that an answer depends on; a file of other settings is begun anew
 * A last line that was cut while it was written is left out.
 */
export function answeredQueries<Answer>(path: string, settings: unknown): AnsweredQueries<Answer> {
  const head = JSON.stringify(settings);
  const [first, ...rest] = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  // What stands behind the last end of line is empty, or a line that was cut.
  const lines = first === head ? rest.slice(0, -1) : [];
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, [head, ...lines, ''].join('\n'));
  const answers = new Map(lines.map((line) => JSON.parse(line) as [string, Answer]));
  return {
    answers,
    add(query, answer) {
      answers.set(query, answer);
      appendFileSync(path, `${JSON.stringify([query, answer])}\n`);
    },
    remove: () => rmSync(path, { force: true }),
  };
}
