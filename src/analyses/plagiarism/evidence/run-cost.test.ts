import { describe, expect, it } from 'vitest';
import { describeNotes } from '../../../music/symbolic/describe-midi.js';
import { generateMelody, plainGrid } from '../../../music/symbolic/test-support/melodies.js';
import { comparePrepared } from '../comparison/compare-songs.js';
import { prepareSong } from '../comparison/prepared-song.js';
import { embeddedPairEvidence } from './embedded.js';
import { runCost, runFeatureNames } from './run-cost.js';

const feature = (name: string, direction: 'rising' | 'falling', knots: number[], steps: number[]) => ({
  name,
  unit: 'made up',
  direction,
  knots,
  steps,
});
/** Half a log-odd a bit. */
const score = feature('score-beyond-chance', 'rising', [0, 40], [20]);
const model = {
  features: [
    score,
    feature('uneven', 'falling', [0, 0.5, 1], [1, 3]),
    feature('dense', 'rising', [0, 0.5, 1], [2, 4]),
  ],
};

describe('what the shape of a run costs', () => {
  it('is nothing at the best of every feature, and all that it lacks at the worst', () => {
    expect(runCost(model, [0, 1])).toBe(0);
    expect(runCost(model, [1, 0])).toBeCloseTo((1 + 3 + 2 + 4) / 0.5, 9);
    expect(runCost(model, [7, -7])).toBeCloseTo(20, 9);
  });

  it('is counted in bits of the score that would make up for it, feature by feature', () => {
    expect(runCost(model, [0.5, 1])).toBeCloseTo(1 / 0.5, 9);
    expect(runCost(model, [0.75, 1])).toBeCloseTo(2.5 / 0.5, 9);
    expect(runCost(model, [0, 0.5])).toBeCloseTo(4 / 0.5, 9);
    const steeper = { features: [feature(score.name, 'rising', [0, 40], [40]), ...model.features.slice(1)] };
    expect(runCost(steeper, [0.5, 1])).toBeCloseTo(1, 9);
    const later = { features: [feature(score.name, 'rising', [10, 50], [20]), ...model.features.slice(1)] };
    expect(runCost(later, [0.5, 1])).toBeCloseTo(1 / 0.5, 9);
  });

  it('never falls with unevenness in the model that comes with the program, and makes a difference there', () => {
    const { model: own, card } = embeddedPairEvidence();
    expect(card.features.map(({ name }) => name)).toEqual([...runFeatureNames]);
    let before = 0;
    for (let uneven = 0; uneven <= 1; uneven += 0.05) {
      const cost = runCost(own, [uneven]);
      expect(cost).toBeGreaterThanOrEqual(before);
      before = cost;
    }
    expect(runCost(own, [0])).toBe(0);
    expect(runCost(own, [0.8])).toBeGreaterThan(runCost(own, [0.2]) + 3);
  });

  it('is taken off a line out of a mix whose run hurries and waits, not off one at another tempo or written alone', () => {
    const line = generateMelody(5, 80);
    const bass = generateMelody(6, 80).map((note) => ({ ...note, midiPitch: note.midiPitch - 24 }));
    const song = (topline: typeof line, company: typeof line) => {
      const notes = [...topline, ...company].sort((x, y) => x.onsetBeats - y.onsetBeats);
      return prepareSong(describeNotes(notes, { vocal: [], instrumental: [], topline }, plainGrid(300)));
    };
    const bits = (other: typeof line, company: typeof line): number =>
      comparePrepared(song(line, company), song(other, company), { chroma: null }).lines[0]!.bits;
    const placed = (place: (beat: number) => number) =>
      line.map((note) => ({ ...note, onsetBeats: place(note.onsetBeats) }));
    const slow = placed((beat) => 2 * beat);
    // Eight beats at one pace, eight at two and a half times it.
    const restless = placed((beat) => {
      const inTurn = beat % 16;
      return 28 * Math.floor(beat / 16) + (inTurn < 8 ? inTurn : 8 + 2.5 * (inTurn - 8));
    });
    expect(bits(line, bass) - bits(slow, bass)).toBeLessThan(1.5);
    expect(bits(line, bass) - bits(restless, bass)).toBeGreaterThan(bits(line, []) - bits(restless, []) + 3);
  });
});
