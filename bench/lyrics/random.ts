import { shuffle } from '../shuffle.js';

/** FNV-1a of a text: assigns a work to the choosing or the reporting half for good. */
export function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 13)) >>> 0;
}

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const out = [...items];
  shuffle(out, random);
  return out;
}
