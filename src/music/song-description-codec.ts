/** Song descriptions as bytes, about 4 a note: a JSON head, then variable-length integers. */
import {
  chordIndex,
  chordName,
  type MetreReading,
  type SingingStretch,
  type SongDescription,
  type SongNote,
  songDescriptionVersion,
} from './song-description.js';

const magic = 0x43534432; // CSD2
const stepsPerBeat = 48;

interface Head {
  source: SongDescription['source'];
  isEstimated?: true;
  chordLines?: SongDescription['chordLines'];
  durationSeconds: number;
  tempoBpm: number;
  meter: 3 | 4;
  tuningCents: number;
  key: SongDescription['key'];
  sections: SongDescription['sections'];
  tempoHypotheses: SongDescription['tempoHypotheses'];
  voice?: SongDescription['voice'];
  /** Whether possible leads follow the notes. */
  hasLeads?: true;
}

/** Beats are kept to the millisecond, notes to 1/48 beat, salience to 1/255. */
export function encodeSongDescription(song: SongDescription): Uint8Array {
  const bytes: number[] = [];
  const put = (value: number): void => {
    let rest = Math.max(0, Math.round(value));
    while (rest >= 128) {
      bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
  };
  const { source, durationSeconds, tempoBpm, meter, tuningCents, key, sections, tempoHypotheses, voice } =
    song;
  const head: Head = {
    source,
    ...(song.isEstimated && { isEstimated: true }),
    ...(song.chordLines && { chordLines: song.chordLines }),
    durationSeconds,
    tempoBpm,
    meter,
    tuningCents,
    key,
    sections,
    tempoHypotheses,
    ...(voice && { voice }),
    ...(song.possibleLeads && { hasLeads: true }),
  };
  putRising(song.beats, 1000);
  putRising(song.downbeats, 1);
  putRising(
    song.vocalActivity.flatMap(({ startSeconds, endSeconds }) => [startSeconds, endSeconds]),
    1000,
  );
  put(song.chords.length);
  for (const chord of song.chords) put(chordIndex(chord) + 1);
  for (const line of [song.melody.vocal, song.melody.instrumental, song.melody.topline, song.notes])
    putNotes(line);
  if (song.possibleLeads) putNotes(song.possibleLeads);
  if (song.otherMetre) putMetre(song.otherMetre);
  const text = new TextEncoder().encode(JSON.stringify(head));
  const result = new Uint8Array(8 + text.length + bytes.length);
  const view = new DataView(result.buffer);
  view.setUint32(0, magic);
  view.setUint32(4, text.length);
  result.set(text, 8);
  result.set(bytes, 8 + text.length);
  return result;

  function putRising(values: readonly number[], scale: number): void {
    put(values.length);
    let before = 0;
    for (const value of values) {
      const scaled = Math.max(before, Math.round(value * scale));
      put(scaled - before);
      before = scaled;
    }
  }
  /** At the end, so that bytes from before it are read as ever, and older programs read no further. */
  function putMetre({ meter, probability, beats, downbeats }: MetreReading): void {
    put(meter);
    put(probability * 1000);
    const isSame = beats.length === song.beats.length && beats.every((time, at) => time === song.beats[at]);
    putRising(isSame ? [] : beats, 1000);
    putRising(downbeats, 1);
  }
  function putNotes(notes: readonly SongNote[]): void {
    put(notes.length);
    let before = 0;
    for (const note of notes) {
      const onset = Math.max(before, Math.round(note.onsetBeats * stepsPerBeat));
      put(onset - before);
      put(Math.max(1, note.durationBeats * stepsPerBeat));
      bytes.push(note.midiPitch, Math.round(Math.min(1, Math.max(0, note.salience)) * 255));
      before = onset;
    }
  }
}

/** Null where the bytes are of another version: compute the description anew. Throws RangeError when cut short. */
export function decodeSongDescription(bytes: Uint8Array): SongDescription | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8 || view.getUint32(0) !== magic) return null;
  const start = 8 + view.getUint32(4);
  const { hasLeads, ...head } = JSON.parse(new TextDecoder().decode(bytes.subarray(8, start))) as Head;
  let position = start;
  const byte = (): number => {
    if (position >= bytes.length) throw new RangeError('The song description is cut short.');
    return bytes[position++]!;
  };
  const take = (): number => {
    let value = 0;
    let scale = 1;
    for (;;) {
      const next = byte();
      value += (next & 127) * scale;
      if (next < 128) return value;
      scale *= 128;
    }
  };
  const rising = (scale: number): number[] => {
    const values: number[] = [];
    let before = 0;
    for (let left = take(); left > 0; left--) {
      before += take();
      values.push(before / scale);
    }
    return values;
  };
  const notes = (): SongNote[] => {
    const list: SongNote[] = [];
    let onset = 0;
    for (let left = take(); left > 0; left--) {
      onset += take();
      const durationBeats = take() / stepsPerBeat;
      list.push({
        onsetBeats: onset / stepsPerBeat,
        durationBeats,
        midiPitch: byte(),
        salience: byte() / 255,
      });
    }
    return list;
  };
  const metre = (): MetreReading => {
    const meter = take() === 3 ? 3 : 4;
    const probability = take() / 1000;
    const own = rising(1000);
    return { meter, probability, beats: own.length > 0 ? own : beats, downbeats: rising(1) };
  };
  const beats = rising(1000);
  const downbeats = rising(1);
  const singing = rising(1000);
  const chords: string[] = [];
  for (let left = take(); left > 0; left--) {
    const index = take() - 1;
    chords.push(index < 0 ? 'N' : chordName(index % 12, index < 12 ? 'maj' : 'min'));
  }
  const melody = { vocal: notes(), instrumental: notes(), topline: notes() };
  const vocalActivity: SingingStretch[] = [];
  for (let at = 0; at + 1 < singing.length; at += 2)
    vocalActivity.push({ startSeconds: singing[at]!, endSeconds: singing[at + 1]! });
  return {
    version: songDescriptionVersion,
    ...head,
    beats,
    downbeats,
    chords,
    melody,
    vocalActivity,
    notes: notes(),
    ...(hasLeads && { possibleLeads: notes() }),
    ...(position < bytes.length && { otherMetre: metre() }),
  };
}
