/**
 * Names of keys in the language of the screen. They are sentences of their own, because a tonic has other names in other
 * languages: B major is H-Dur in German, where B is B flat, and si majeur in French.
 */
import { spelled } from '../music/spelling.js';
import { t } from './translate.js';

const names = (): Readonly<Record<string, string>> => ({
  'C major': t('C major'),
  'Db major': t('Db major'),
  'D major': t('D major'),
  'Eb major': t('Eb major'),
  'E major': t('E major'),
  'F major': t('F major'),
  'F# major': t('F# major'),
  'G major': t('G major'),
  'Ab major': t('Ab major'),
  'A major': t('A major'),
  'Bb major': t('Bb major'),
  'B major': t('B major'),
  'C minor': t('C minor'),
  'C# minor': t('C# minor'),
  'D minor': t('D minor'),
  'Eb minor': t('Eb minor'),
  'E minor': t('E minor'),
  'F minor': t('F minor'),
  'F# minor': t('F# minor'),
  'G minor': t('G minor'),
  'G# minor': t('G# minor'),
  'A minor': t('A minor'),
  'Bb minor': t('Bb minor'),
  'B minor': t('B minor'),
});

/** `Bb minor` for `A# minor`; what names no key as it is. Chords and notes beside it keep their international names. */
export function keyName(key: string): string {
  const name = spelled(key, key);
  return names()[name] ?? name;
}
