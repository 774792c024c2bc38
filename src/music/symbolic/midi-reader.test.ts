import { describe, expect, it } from 'vitest';
import { describeMidi } from './describe-midi.js';
import { isCutOffMidi, isMidi, readMidi } from './midi-reader.js';
import { generateMelody, writeMidi } from './test-support/melodies.js';

const tune = generateMelody(5, 50);
const pitches = tune.map((note) => note.midiPitch);
const written = writeMidi(tune, { bpm: 100 });
const track = written.subarray(22);

const text = (letters: string): number[] => [...letters].map((letter) => letter.charCodeAt(0));
const big = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
const little = (value: number): number[] => big(value).reverse();

function file(format: number, division: number, ...tracks: (readonly number[] | Uint8Array)[]): Uint8Array {
  const head = [0, format, 0, tracks.length, division >> 8, division & 255];
  const bodies = tracks.flatMap((events) => [...text('MTrk'), ...big(events.length), ...events]);
  return Uint8Array.from([...text('MThd'), ...big(6), ...head, ...bodies]);
}

function riff(...chunks: [string, readonly number[] | Uint8Array][]): Uint8Array {
  const body = chunks.flatMap(([name, data]) => {
    const padding = data.length % 2 === 0 ? [] : [0];
    return [...text(name), ...little(data.length), ...data, ...padding];
  });
  return Uint8Array.from([...text('RIFF'), ...little(body.length + 4), ...text('RMID'), ...body]);
}

describe('a MIDI file of any writer', () => {
  it('is found in a RIFF file, also behind its tags', () => {
    for (const bytes of [riff(['data', written]), riff(['LIST', text('INFOx')], ['data', written])]) {
      expect(isMidi(bytes)).toBe(true);
      expect(readMidi(bytes).notes.map((note) => note.pitch)).toEqual(pitches);
    }
    expect(() => readMidi(riff(['LIST', text('INFO')]))).toThrow(/not a MIDI file/);
  });

  it('is cut off where it ends inside a track, and not where a track has a wrong length or bytes follow it', () => {
    expect(isCutOffMidi(written)).toBe(false);
    for (const part of [0.5, 0.9]) {
      const bytes = written.subarray(0, Math.floor(written.length * part));
      expect(readMidi(bytes).notes.length).toBeLessThan(tune.length);
      expect(isCutOffMidi(bytes)).toBe(true);
      expect(isCutOffMidi(riff(['data', bytes]))).toBe(true);
    }
    const tooLong = Uint8Array.from(written);
    tooLong.set(big(written.length), 18);
    expect(isCutOffMidi(tooLong)).toBe(false);
    expect(isCutOffMidi(Uint8Array.from([...written, ...text('some words behind it')]))).toBe(false);
  });

  it('has its notes where they are written, behind system messages of any length and escapes', () => {
    const general = [0, 0xf0, 5, 0x7e, 0x7f, 9, 1, 0xf7];
    const long = [0, 0xf0, 0x81, 0x48, ...Array<number>(199).fill(0x41), 0xf7];
    const escaped = [0, 0xf7, 2, 0xf3, 1];
    const notes = [0, 0x90, 60, 90, 0x83, 0x60, 0x80, 60, 0, 0, 0x90, 62, 90, 0x83, 0x60, 0x80, 62, 0];
    for (const messages of [general, long, escaped, [...general, ...long, ...escaped]]) {
      expect(readMidi(file(0, 480, [...messages, ...notes])).notes).toMatchObject([
        { pitch: 60, startTick: 0, endTick: 480 },
        { pitch: 62, startTick: 480, endTick: 960 },
      ]);
    }
  });

  it('goes on in running status after a text or a system message', () => {
    const lyric = [0, 0xff, 5, 2, ...text('la')];
    const system = [0, 0xf0, 2, 0x7e, 0xf7];
    const events = [
      0,
      0x90,
      60,
      90,
      60,
      60,
      0,
      ...lyric,
      0,
      62,
      90,
      60,
      62,
      0,
      ...system,
      0,
      64,
      90,
      60,
      64,
      0,
    ];
    expect(readMidi(file(0, 480, events)).notes.map((note) => note.pitch)).toEqual([60, 62, 64]);
  });

  it('takes seconds from SMPTE time, whatever its tempo events say', () => {
    const slow = [0, 0xff, 0x51, 3, 0x1e, 0x84, 0x80];
    // 25 frames of 40 ticks: the note begins after 1,000 ticks, a second.
    const events = [...slow, 0, 0x90, 60, 90, 0x87, 0x68, 60, 0, 0, 62, 90, 0x87, 0x68, 62, 0];
    const song = describeMidi(file(0, ((256 - 25) << 8) | 40, events));
    expect(song.tempoBpm).toBeCloseTo(120, 6);
    expect(song.beats[song.notes[1]!.onsetBeats]).toBeCloseTo(1, 6);
  });

  it('leaves out a tempo that nobody can mean, so that beats stay apart', () => {
    for (const microseconds of [0, 1, 5_000]) {
      const tempo = [0, 0xff, 0x51, 3, 0, microseconds >> 8, microseconds & 255];
      const song = describeMidi(file(0, 480, [...tempo, 0, 0x90, 60, 90, 0x8f, 0, 60, 0]));
      expect(song.tempoBpm).toBeCloseTo(120, 6);
    }
  });

  it('lays the patterns of format 2 one after the other, each at its own tempo', () => {
    const song = describeMidi(file(2, 480, track, writeMidi(tune, { bpm: 150 }).subarray(22)));
    expect(song.melody.instrumental.length + song.melody.topline.length).toBeGreaterThan(0);
    const { notes, tempos } = readMidi(file(2, 480, track, writeMidi(tune, { bpm: 150 }).subarray(22)));
    expect(notes.map((note) => note.pitch)).toEqual([...pitches, ...pitches]);
    const second = notes[tune.length]!.startTick;
    const atSecond = tempos.filter(({ tick }) => tick <= second).at(-1)!;
    expect(60e6 / atSecond.microsecondsPerQuarter).toBeCloseTo(150, 3);
  });
});
