/** What the index keeps of a song for comparison: its description without the notes of the mix, and its tonal rows. */
import type { SongDescription } from '../../../music/song-description.js';
import { decodeSongDescription, encodeSongDescription } from '../../../music/song-description-codec.js';
import { mixOf, type SongMix } from '../comparison/prepared-song.js';

export interface SketchedSong extends SongMix {
  /** `notes` is empty, `possibleLeads` absent. */
  readonly description: SongDescription;
}

const headBytes = 5;

/** The description's length (u32, little-endian), 1 or 0 for whether it has company (u8), the description, the rows. */
export function encodeSketch(description: SongDescription): Uint8Array {
  const { possibleLeads: _, ...kept } = description;
  const bytes = encodeSongDescription({ ...kept, notes: [] });
  const mix = mixOf(description);
  const sketch = new Uint8Array(headBytes + bytes.length + mix.tonalRows.length);
  new DataView(sketch.buffer).setUint32(0, bytes.length, true);
  sketch[headBytes - 1] = mix.isAccompanied ? 1 : 0;
  sketch.set(bytes, headBytes);
  sketch.set(mix.tonalRows, headBytes + bytes.length);
  return sketch;
}

/** Null where the bytes are of another version. Throws RangeError when they are cut short. */
export function decodeSketch(sketch: Uint8Array): SketchedSong | null {
  if (sketch.length < headBytes) throw new RangeError('The sketch of a song is cut short.');
  const length = new DataView(sketch.buffer, sketch.byteOffset, 4).getUint32(0, true);
  if (sketch.length < headBytes + length) throw new RangeError('The sketch of a song is cut short.');
  const description = decodeSongDescription(sketch.subarray(headBytes, headBytes + length));
  const tonalRows = sketch.subarray(headBytes + length);
  return description && { description, tonalRows, isAccompanied: sketch[headBytes - 1] === 1 };
}
