import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../signal/seeded-random.js';
import { findSections } from './sections.js';

/** Bars by letters; each letter has a sound of its own, under much that is each bar's own. */
function formOf(letters: string, noise: number, seed: number): string {
  const random = seededRandom(seed);
  const width = 6;
  const features = Float32Array.from({ length: letters.length * width }, (_, at) => {
    const sound = Math.sin(letters.charCodeAt(Math.floor(at / width)) * ((at % width) + 1) * 12.9898);
    return sound + noise * (random() - 0.5);
  });
  const starts = Array.from({ length: letters.length + 1 }, (_, bar) => 3 * bar);
  return findSections(features, width, starts)
    .map(({ startBeat, endBeat, label }) => `${label} ${startBeat}-${endBeat}`)
    .join(', ');
}

describe('the sections of known forms are what they were before', () => {
  it('however much of each bar is its own', async () => {
    const forms = [
      'AAAABBBBAAAABBBBCCCCBBBB',
      'AAAAAAAABBBBBBBBAAAAAAAACCCCCAAAAAAAA',
      'AAABBBBBBBBBBBBBCCCC',
      'AAAAAABBBBBCCCCCCDDDDDEEEEEEAAAAAA',
      'ABABABABABABABABABAB',
      'AAAAAAAAAAAAAAAA',
      'AB',
      'A',
    ];
    const found = forms.flatMap((form) =>
      [0, 0.3, 0.6, 0.9, 1.2].map((noise, place) => `${form} ${noise}: ${formOf(form, noise, place + 1)}`),
    );
    await expect(`${found.join('\n')}\n`).toMatchFileSnapshot('known-sections.txt');
    expect(findSections(new Float32Array(0), 4, [0])).toEqual([]);
  });

  it('letters go on behind Z', () => {
    const sounds = 30;
    const bars = 8 * sounds;
    const features = Float32Array.from({ length: bars * sounds }, (_, at) =>
      Math.floor(at / sounds / 8) === at % sounds ? 1 : 0,
    );
    const starts = Array.from({ length: bars + 1 }, (_, bar) => bar);
    const labels = findSections(features, sounds, starts).map(({ label }) => label);
    expect(labels.slice(24)).toEqual(['Y', 'Z', 'A2', 'B2', 'C2', 'D2']);
  });
});
