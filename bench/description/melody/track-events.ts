/** Where the events of a MIDI file's track have their bytes, for what rewrites them in place. */

const noteOff = 8;
export const noteOn = 9;
const programChange = 12;

export interface TrackEvents {
  readonly name: string;
  /** Of its notes; −1 without any. */
  readonly channel: number;
  /** Where program changes have their number. */
  readonly programs: readonly number[];
  /** Where changes of tempo have their three bytes. */
  readonly tempi: readonly number[];
  /** Beginnings and ends of notes: `place` is where the key stands, before its velocity. */
  readonly notes: readonly { readonly kind: number; readonly channel: number; readonly place: number }[];
}

/** `track`: the bytes of a track without its head. */
export function trackEvents(track: Buffer): TrackEvents {
  let name = '';
  let channel = -1;
  const programs: number[] = [];
  const tempi: number[] = [];
  const notes: { kind: number; channel: number; place: number }[] = [];
  let at = 0;
  let status = 0;
  const variable = (): number => {
    let value = 0;
    for (;;) {
      const byte = track[at++]!;
      value = (value << 7) | (byte & 0x7f);
      if (byte < 0x80) return value;
    }
  };
  while (at < track.length) {
    variable();
    if (track[at]! >= 0x80) status = track[at++]!;
    if (status === 0xff) {
      const type = track[at++]!;
      const length = variable();
      if (type === 0x03) name = track.toString('latin1', at, at + length);
      if (type === 0x51) tempi.push(at);
      at += length;
    } else if (status === 0xf0 || status === 0xf7) at += variable();
    else {
      const kind = status >> 4;
      if (kind === noteOn) channel = status & 15;
      if (kind === noteOn || kind === noteOff) notes.push({ kind, channel: status & 15, place: at });
      if (kind === programChange) programs.push(at);
      at += kind === 12 || kind === 13 ? 1 : 2;
    }
  }
  return { name, channel, programs, tempi, notes };
}
