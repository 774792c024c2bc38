/** Drums for songs that have none: a kit, a march's drums and cymbals, or kettledrums now and then; drawn at random. */
import type { MidiFile, MidiNote } from '../../../src/music/symbolic/midi-reader.js';

const drumChannel = 9;

/** `ticks`: of the beats; `downbeats`: indexes into them. */
export function drums(
  file: MidiFile,
  ticks: ArrayLike<number>,
  downbeats: readonly number[],
  random: () => number,
): MidiNote[] {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const style = pick(['kit', 'kit', 'march', 'rare'] as const);
  const isSyncopated = random() < 0.4;
  const hats = pick([1, 2, 2, 3]);
  const level = 0.5 + random() * 0.5;
  const end = file.notes.reduce((last, { startTick }) => Math.max(last, startTick), 0);
  const from = random() < 0.3 ? Math.floor(random() * 12) : 0;
  const notes: MidiNote[] = [];
  const strike = (tick: number, pitch: number, velocity: number): void => {
    const startTick = Math.round(tick);
    const loud = Math.max(1, Math.min(127, Math.round(velocity * level + random() * 12)));
    notes.push({
      startTick,
      endTick: startTick + 60,
      pitch,
      velocity: loud,
      channel: drumChannel,
      track: 99,
      program: 0,
    });
  };
  for (const [bar, beat] of downbeats.entries()) {
    const next = Math.min(downbeats[bar + 1] ?? ticks.length, ticks.length);
    if (bar < from || ticks[beat]! > end) continue;
    const length = next - beat;
    for (let place = 0; place < length; place++) {
      const tick = ticks[beat + place]!;
      const step = (ticks[beat + place + 1] ?? tick + file.ticksPerQuarter) - tick;
      const isBack = length === 3 ? place > 0 : place % 2 === 1;
      if (style === 'kit') {
        for (let hat = 0; hat < hats; hat++) strike(tick + (hat * step) / hats, 42, hat === 0 ? 70 : 55);
        if (place === 0 || (length === 4 && place === 2 && !isSyncopated)) strike(tick, 36, 100);
        if (isSyncopated && random() < 0.3) strike(tick + step / 2, 36, 90);
        if (isBack) strike(tick, pick([38, 38, 40]), 90);
      } else if (style === 'march') {
        if (place === 0 || (!isBack && random() < 0.7)) strike(tick, 35, 100);
        if (isBack || random() < 0.3) strike(tick, 38, 75);
        if (random() < 0.2) for (const part of [0, 0.25, 0.5, 0.75]) strike(tick + part * step, 38, 55);
        if (place === 0 && random() < 0.2) strike(tick, 49, 80);
      } else {
        if (place === 0 && random() < 0.5) strike(tick, pick([41, 43, 47]), 95);
        if (bar % 8 === 0 && place === 0) strike(tick, 49, 85);
        if (place === length - 1 && random() < 0.15)
          for (const part of [0, 0.25, 0.5, 0.75]) strike(tick + part * step, 47, 70);
      }
    }
  }
  return notes;
}
