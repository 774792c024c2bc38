import { describe, expect, it } from 'vitest';
import { decodeSongDescription, encodeSongDescription } from '../song-description-codec.js';
import { describeMidi } from './describe-midi.js';
import { isMidi, MidiError, maxMidiNotes, readMidi } from './midi-reader.js';
import { skyline } from './skyline.js';
import { generateMelody, writeMidi } from './test-support/melodies.js';

const note = (onsetBeats: number, midiPitch: number, durationBeats = 1) => ({
  onsetBeats,
  durationBeats,
  midiPitch,
  salience: 1,
});
const tune = generateMelody(5, 50);

describe('a MIDI file as a song description', () => {
  it('keeps the written melody note by note', () => {
    const { melody } = describeMidi(writeMidi(tune));
    expect(melody.topline.map((one) => one.midiPitch)).toEqual(tune.map((one) => one.midiPitch));
    melody.topline.forEach((one, index) => {
      expect(one.onsetBeats).toBeCloseTo(tune[index]!.onsetBeats, 6);
    });
  });

  it('reads tempo, meter and bars as written', () => {
    const song = describeMidi(writeMidi(tune, { bpm: 130, numerator: 3 }));
    expect(song.tempoBpm).toBeCloseTo(130, 2);
    expect(song.meter).toBe(3);
    expect(song.downbeats.slice(0, 3)).toEqual([0, 3, 6]);
    expect(song.beats[16]).toBeCloseTo((16 * 60) / 130, 3);
    const jig = describeMidi(writeMidi(tune, { bpm: 120, numerator: 6, denominatorPower: 3 }));
    expect(jig.meter).toBe(4);
    expect(jig.beats[1]).toBeCloseTo(0.75, 3);
  });

  it('calls a line sung only where its name says so', () => {
    expect(describeMidi(writeMidi(tune)).melody.vocal).toEqual([]);
    expect(describeMidi(writeMidi(tune, { name: 'Lead Vocal' })).melody.vocal).toHaveLength(tune.length);
  });

  it('finds key and chords of a plain cadence', () => {
    const triads = [
      [60, 64, 67],
      [65, 69, 72],
      [67, 71, 74],
      [60, 64, 67],
    ];
    const notes = triads.flatMap((chord, bar) => chord.map((pitch) => note(bar * 4, pitch, 4)));
    const song = describeMidi(writeMidi(notes));
    expect(song.key).toMatchObject({ tonic: 0, mode: 'major' });
    expect([0, 4, 8, 12].map((beat) => song.chords[beat])).toEqual(['C:maj', 'F:maj', 'G:maj', 'C:maj']);
    expect(song.chords).toHaveLength(song.beats.length);
  });

  it('takes the highest of the notes that sound together', () => {
    const line = skyline([note(0, 60, 2), note(0, 72, 2), note(1, 55), note(2, 74), note(3, 50)]);
    expect(line.map((one) => one.midiPitch)).toEqual([72, 74, 50]);
  });

  it('comes back from its bytes as it went in', () => {
    const song = describeMidi(writeMidi(tune, { bpm: 97, name: 'voice' }));
    const back = decodeSongDescription(encodeSongDescription(song))!;
    expect(back.melody.vocal).toEqual(song.melody.vocal);
    expect(back.chords).toEqual(song.chords);
    expect(back.key).toEqual(song.key);
    expect(back.downbeats).toEqual(song.downbeats);
    for (const [beat, second] of back.beats.entries()) expect(second).toBeCloseTo(song.beats[beat]!, 2);
    expect(decodeSongDescription(new Uint8Array(20))).toBeNull();
    expect(() => decodeSongDescription(encodeSongDescription(song).slice(0, -5))).toThrow(RangeError);
  });
});

describe('bad MIDI', () => {
  it('is refused with a reason: empty, no MIDI, no tracks, no notes', () => {
    expect(() => readMidi(new Uint8Array(0))).toThrow(MidiError);
    expect(() => readMidi(new TextEncoder().encode('<html>nothing here</html>'))).toThrow(/MThd/);
    const silent = writeMidi([]);
    expect(isMidi(silent)).toBe(true);
    expect(() => readMidi(silent)).toThrow(/no notes/);
    expect(() => readMidi(silent.slice(0, 14))).toThrow(/no tracks/);
    expect(() => readMidi(silent.slice(0, 9))).toThrow(/header/);
  });

  it('with a million notes is refused within bounded work', () => {
    const body = [0, 0x90, 60, 100];
    for (let index = 0; index < 1_000_000; index++) body.push(1, 60, 0, 0, 60, 100);
    const bytes = new Uint8Array(14 + 8 + body.length);
    bytes.set(writeMidi([]).slice(0, 18));
    new DataView(bytes.buffer).setUint32(18, body.length);
    bytes.set(body, 22);
    expect(() => readMidi(bytes)).toThrow(maxMidiNotes.toLocaleString('en'));
  });

  it('gives notes or a MidiError wherever a file is cut or its bytes are changed', () => {
    const whole = writeMidi(tune);
    let state = 9;
    let readable = 0;
    for (let trial = 0; trial < 400; trial++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      const bytes = whole.slice(0, trial % 2 === 0 ? state % whole.length : whole.length);
      if (trial % 2 === 1) bytes[(state >>> 8) % bytes.length] = state >>> 24;
      try {
        const song = describeMidi(bytes);
        readable++;
        expect(song.notes.length).toBeGreaterThan(0);
        expect(song.beats.every((second) => Number.isFinite(second))).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(MidiError);
      }
    }
    expect(readable).toBeGreaterThan(100);
  });
});
