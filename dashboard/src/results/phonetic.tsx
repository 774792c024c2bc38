/** How the lines of two songs sound, whatever they say. */

import { Text } from '@mantine/core';
import type { JSX } from 'react';
import { t } from '../i18n/t.js';
import { decimal } from '../ui/format.js';
import { type Fields, fields, list, number, text } from './fields.js';
import { LinePairs } from './line-pairs.js';

export function Phonetic({ sounds }: { sounds: Fields }): JSX.Element {
  const pairs = list(sounds.sound_alike_parts)
    .map(fields)
    .map((part) => ({
      left: text(part.query_sentence),
      right: text(part.target_sentence),
      similarity: number(part.similarity) ?? 0,
    }))
    // Lines that are the same word for word sound the same: nothing new.
    .filter(({ left, right }) => left.toLowerCase() !== right.toLowerCase());
  const chains = list(sounds.shared_rhyme_chains).length;
  return (
    <details style={{ marginTop: '0.75rem' }}>
      <summary>
        <Text span size="sm">
          {t('Sound similarity {{similarity}}, rhyme schemes {{query}} and {{target}}', {
            similarity: decimal(number(sounds.max_similarity) ?? 0, 2),
            query: scheme(sounds.query_rhyme),
            target: scheme(sounds.target_rhyme),
          })}
          {chains > 0 && `, ${t('{{count}} shared rhyme chains', { count: chains })}`}
        </Text>
      </summary>
      <Text size="sm" c="dimmed" my="xs">
        {t('Sound and rhyme have no part in the scores above.')}{' '}
        {pairs.length === 0 && t('No two different lines have a similar sound.')}
      </Text>
      <LinePairs pairs={pairs} />
    </details>
  );
}

/** One letter a line; long ones are cut, because only the pattern speaks. */
function scheme(rhyme: unknown): string {
  const letters = text(fields(rhyme).scheme);
  if (letters === '') return '–';
  return letters.length > 12 ? `${letters.slice(0, 12)}…` : letters;
}
