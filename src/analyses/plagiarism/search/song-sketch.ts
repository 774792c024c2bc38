/** What the index keeps of a song for comparison: its description without the notes of the mix, and its tonal rows. */
import { tonalRowsOf } from '../../../music/harmony/packed-rows.js';
import type { SongDescription } from '../../../music/song-description.js';
import { decodeSongDescription, encodeSongDescription } from '../../../music/song-description-codec.js';

export interface SketchedSong {
  /** `notes` is empty, `possibleLeads` absent. */
  readonly description: SongDescription;
  /** Packed (music/harmony/packed-rows.ts). */
  readonly tonalRows: Uint8Array;
}

/** A length (u32, little-endian), the description, the rows. */
export function encodeSketch(description: SongDescription): Uint8Array {
  const { possibleLeads: _, ...kept } = description;
  const bytes = encodeSongDescription({ ...kept, notes: [] });
  const rows = tonalRowsOf(description);
  const sketch = new Uint8Array(4 + bytes.length + rows.length);
  new DataView(sketch.buffer).setUint32(0, bytes.length, true);
  sketch.set(bytes, 4);
  sketch.set(rows, 4 + bytes.length);
  return sketch;
}

/** Null where the bytes are of another version. Throws RangeError when they are cut short. */
export function decodeSketch(sketch: Uint8Array): SketchedSong | null {
  if (sketch.length < 4) throw new RangeError('The sketch of a song is cut short.');
  const length = new DataView(sketch.buffer, sketch.byteOffset, 4).getUint32(0, true);
  if (sketch.length < 4 + length) throw new RangeError('The sketch of a song is cut short.');
  const description = decodeSongDescription(sketch.subarray(4, 4 + length));
  return description && { description, tonalRows: sketch.subarray(4 + length) };
}
