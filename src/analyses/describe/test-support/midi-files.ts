/** Odd MIDI files for tests, made event by event. */

const chunk = (name: string, data: readonly number[] | Uint8Array): Buffer => {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32BE(data.length, 4);
  return Buffer.concat([head, Buffer.from(data as Uint8Array)]);
};

/** A file of tracks that are given as bytes of events. */
export function midiFile(tracks: readonly (readonly number[] | Uint8Array)[], ticksPerQuarter = 480): Buffer {
  const head = [0, 1, 0, tracks.length, ticksPerQuarter >> 8, ticksPerQuarter & 255];
  return Buffer.concat([chunk('MThd', head), ...tracks.map((track) => chunk('MTrk', track))]);
}

/** Notes of 10 ticks, one after the other, in running status. */
export function repeatedNotes(count: number): Uint8Array {
  const bytes = new Uint8Array(1 + 6 * count);
  let at = 0;
  for (let index = 0; index < count; index++) {
    bytes[at++] = 0;
    if (index === 0) bytes[at++] = 0x90;
    bytes[at++] = 48 + (index % 24);
    bytes[at++] = 100;
    bytes[at++] = 10;
    bytes[at++] = 48 + (index % 24);
    bytes[at++] = 0;
  }
  return bytes;
}

/** Eighths on the drum channel. */
export function percussion(count: number): number[] {
  const events: number[] = [];
  for (let index = 0; index < count; index++) {
    events.push(0, 0x99, index % 2 === 0 ? 36 : 38, 100, 0x81, 0x70, 0x89, index % 2 === 0 ? 36 : 38, 0);
  }
  return events;
}
