/** The documented scores of a match, line by line; lines that neither song has are left out. */
import type { JsonValue } from '../domain/task.js';
import { fields, number } from '../domain/verdict/read-json.js';
import { el, type ViewNode } from './node.js';
import { decimal, t } from './translate.js';

const columns = (): Array<readonly [head: string, key: string]> => [
  [t('Metric'), 'metric'],
  [t('Pitches'), 'pitch_score'],
  [t('Rhythm'), 'correlation'],
  [t('Overlap'), 'ratio'],
  [t('Tempo'), 'bpm_ratio'],
  [t('Complexity'), 'difficulty'],
];

const rows = (): Array<readonly [name: string, key: string]> => [
  [t('Vocal'), 'vocal'],
  [t('Instrumental'), 'melody'],
  [t('Main melody'), 'topline'],
];

/** `scores`: of a match of the documented result; null where there are none. */
export function scoresView(scores: JsonValue | undefined): ViewNode | null {
  const given = fields(scores);
  if (Object.keys(given).length === 0) return null;
  const figure = (value: JsonValue | undefined): string => decimal(number(value) ?? 0, 2);
  const lines = rows()
    .map(([name, key]) => ({ name, line: fields(given[key]) }))
    .filter(({ line }) => columns().some(([, key]) => key !== 'bpm_ratio' && (number(line[key]) ?? 0) > 0));
  return el(
    'details',
    { class: 'ev-scores' },
    el('summary', {}, t('Documented scores of the best passage')),
    el('p', { class: 'ev-quiet' }, t('Chords: {{score}}', { score: figure(given.chord) })),
    lines.length > 0 &&
      el(
        'div',
        { class: 'ev-scroll', tabindex: 0, role: 'group', 'aria-label': t('Documented scores') },
        el(
          'table',
          {},
          el(
            'thead',
            {},
            el(
              'tr',
              {},
              el('th', { scope: 'col' }, t('Line')),
              columns().map(([head]) => el('th', { scope: 'col' }, head)),
            ),
          ),
          el(
            'tbody',
            {},
            lines.map(({ name, line }) =>
              el(
                'tr',
                {},
                el('td', {}, name),
                columns().map(([, key]) => el('td', {}, figure(line[key]))),
              ),
            ),
          ),
        ),
      ),
  );
}
