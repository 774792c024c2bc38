/** A compared song, its passages and what is drawn of them, for tests. */
import type { ViewChild, ViewNode } from '../node.js';
import type { ComparedSong, Passage, RollSide } from '../shared-evidence.js';

export const side = (midis: readonly number[], over: Partial<RollSide> = {}): RollSide => ({
  startSeconds: 2,
  endSeconds: 10,
  beats: 16,
  bars: [3, 6],
  key: 'F minor',
  chords: Array.from({ length: 16 }, () => 'F:min'),
  downbeats: [2, 4, 6, 8],
  beatSeconds: Array.from({ length: 17 }, (_, beat) => 2 + beat / 2),
  notes: midis.map((midi, index) => ({
    startSeconds: 2 + index / 2,
    endSeconds: 2.5 + index / 2,
    startBeat: index,
    beats: 1,
    midi,
  })),
  ...over,
});
export const passage = (over: Partial<Passage> = {}): Passage => ({
  basis: 'melody',
  lines: [['topline', 'topline']],
  original: side([60, 63, 65, 68]),
  comparison: side([62, 65, 67, 70]),
  matched: [
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 3],
  ],
  transposition: 2,
  similarity: 0.8,
  keyNote: '',
  ...over,
});
export const song = (over: Partial<ComparedSong> = {}): ComparedSong => ({
  songId: 's',
  title: 'Janine',
  artist: 'The Quays',
  musicId: null,
  similarity: 0.9,
  basis: 'melody',
  bits: 27,
  thresholdBits: 18,
  scaleBits: 36,
  amounts: { melody: 27, harmony: 9, tonal: 0 },
  wholeTune: 0,
  agreement: 0,
  standing: 0,
  tune: { share: 0, bits: 0 },
  reported: true,
  finding: 'found',
  keyNote: '',
  copies: [],
  passages: [],
  ...over,
});
/** Every node below one, itself included, that has the class. */
export function all(node: ViewChild, className: string): ViewNode[] {
  if (typeof node === 'string') return [];
  const own = String(node.attributes.class ?? '')
    .split(' ')
    .includes(className)
    ? [node]
    : [];
  return [...own, ...node.children.flatMap((child) => all(child, className))];
}
