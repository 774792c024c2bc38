/** The best score of laid notes in every transposition, wherever they are laid, in WebAssembly (wasm/note-layings.ts). O(notes × cells). */
import type { WasmKernels } from '../../../signal/wasm/kernel-exports.js';
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { type KernelMemory, reserveBytes, wasm } from '../../../signal/wasm/wasm.js';
import type { LaidNotes } from './laid-notes.js';
import { cellsABeat, noPitch, type SoundingCells } from './sounding-cells.js';

/** A line is laid at every quarter of a beat. */
const stepCells = cellsABeat / 4;

/** The kernel's records, in 32-bit words. */
const noteWords = 6;
const noteAt = { start: 0, table: 1, lanes: 2, earned: 3, cost: 4, costInSilence: 5 };
/** Rows of lanes of a pitch class: of no pitch, of silence, and of each pitch class that sounds. */
const [lanesAPitch, laneBytes, rowsAPitch] = [16, 32, 14];
const bestAt = 0;
const placesAt = bestAt + 2 * lanesAPitch;
const rowsAt = placesAt + 4 * lanesAPitch;
const notesAt = rowsAt + 12 * rowsAPitch * laneBytes;

interface Loop extends Pick<WasmKernels['note-layings'], 'lay'> {
  readonly memory: KernelMemory;
}
let known: Loop | null = null;

function createLoop(): Loop {
  const memory = new wasm.Memory({ initial: 1 });
  const { lay } = instantiateKernel('note-layings', memory);
  const lanes = new Uint16Array(memory.buffer, rowsAt, 12 * rowsAPitch * lanesAPitch);
  for (let pitch = 0; pitch < 12; pitch++)
    for (let sounds = 0; sounds < 12; sounds++) {
      const row = pitch * rowsAPitch + sounds - noPitch;
      lanes[row * lanesAPitch + ((pitch - sounds + 12) % 12)] = 0xffff;
    }
  return { memory, lay };
}

export interface BestLaid {
  /** In steps of a bit. */
  readonly score: number;
  /** The cell on which the line's first beat is laid. */
  readonly place: number;
}

/** By transposition, from what sounds to the notes, in semitones upwards. */
export function bestLaid(sounding: SoundingCells, laid: LaidNotes): BestLaid[] {
  known ??= createLoop();
  const { memory, lay } = known;
  const { length, startCells, lengthCells, pitchClass } = laid;
  const tables = new Map<number, number>();
  const tablesAt = notesAt + 4 * noteWords * length;
  for (const cells of lengthCells)
    if (!tables.has(cells)) tables.set(cells, tablesAt + tables.size * sounding.length);
  reserveBytes(memory, tablesAt + tables.size * sounding.length);
  const bytes = new Int8Array(memory.buffer);
  for (const [cells, at] of tables) bytes.set(sounding.longest(cells), at);
  const words = new Int32Array(memory.buffer);
  for (let note = 0, at = notesAt / 4; note < length; note++, at += noteWords) {
    words[at + noteAt.start] = startCells[note]!;
    words[at + noteAt.table] = tables.get(lengthCells[note]!)!;
    words[at + noteAt.lanes] = rowsAt + (pitchClass[note]! * rowsAPitch - noPitch) * laneBytes;
    words[at + noteAt.earned] = laid.earned[note]!;
    words[at + noteAt.cost] = laid.cost[note]!;
    words[at + noteAt.costInSilence] = laid.costInSilence[note]!;
  }
  words.fill(0, bestAt / 4, rowsAt / 4);
  const first = -stepCells * Math.ceil((startCells[length - 1] ?? 0) / stepCells);
  lay(notesAt, notesAt + 4 * noteWords * length, sounding.length, first, stepCells, bestAt, placesAt);
  const scores = new Uint16Array(memory.buffer, bestAt, 12);
  return Array.from(scores, (score, lane) => ({ score, place: words[placesAt / 4 + lane]! }));
}
