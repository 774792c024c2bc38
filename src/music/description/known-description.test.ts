import { describe, expect, it } from 'vitest';
import { pinned } from '../../numbers/test-support/pinned.js';
import {
  type CentreSalience,
  salienceBinCount,
  salienceLowestMidi,
  timbreBandCount,
} from '../../signal/centre-salience.js';
import { seededRandom } from '../../signal/seeded-random.js';
import { onsetEvidence } from '../rhythm/onset-evidence.js';
import { featuresOfBeats, heardBarsOf } from '../rhythm/test-support/heard-bars.js';
import { performance } from '../test-support/performance.js';
import { describeListening } from './describe.js';
import { vocalLandscape } from './landscapes.js';
import { melodyLines } from './lines.js';
import type { Listening } from './listening.js';
import { trackLine } from './melody-track.js';
import { noteEvents } from './note-events.js';
import {
  activationsOf,
  leadingPitchOf,
  silentCentre,
  testFramesPerSecond,
  vocalPitchOf,
} from './test-support/activations.js';
import { vocalActivity } from './vocal-activity.js';

const scene = performance(3, 4, 12, 100);
const knownBeats = {
  beats: scene.beats,
  isFirst: (beat: number) => beat % 4 === 0,
  durationSeconds: scene.seconds,
};

/** A voice with vibrato sings every second four bars of the tune in the middle; it glides and rests as voices do. */
function sungCentre(isSung: boolean): CentreSalience {
  const centre = silentCentre(scene.seconds);
  const { frames, framesPerSecond, salience } = centre;
  const random = seededRandom(4);
  const noise = salience.map(() => 0.5 * random());
  for (const { startSeconds, endSeconds, midi } of scene.tune) {
    if (Math.floor(startSeconds / 9.6) % 2 === 1) continue;
    const until = Math.min(frames, endSeconds * framesPerSecond);
    for (let frame = Math.round(startSeconds * framesPerSecond); frame < until; frame++) {
      const bend = isSung ? 0.35 * Math.sin((2 * Math.PI * 5.5 * frame) / framesPerSecond) : 0;
      const at = (midi - 12 + bend - salienceLowestMidi) * 3;
      for (let bin = Math.max(0, Math.floor(at) - 2); bin <= Math.min(salienceBinCount - 1, at + 3); bin++)
        noise[frame * salienceBinCount + bin]! += 15 * Math.exp(-0.5 * (bin - at) ** 2);
    }
  }
  const timbre = new Float32Array(frames * timbreBandCount).map(
    (_, at) => Math.sin(Math.floor(at / timbreBandCount / 400) * 5 + (at % timbreBandCount)) + 0.1 * random(),
  );
  const tuningHistogram = Float64Array.from({ length: 100 }, (_, cent) =>
    Math.exp(-(((cent - 62) / 8) ** 2)),
  );
  return {
    ...centre,
    salience: noise,
    mixSalience: noise.map((value) => 1.1 * value),
    timbre,
    tuningHistogram,
  };
}

/** The tune an octave lower, where voices are, beside what was played. */
const sounding = [...scene.notes, ...scene.tune.map((note) => ({ ...note, midi: note.midi - 12 }))].sort(
  (a, b) => a.startSeconds - b.startSeconds || a.midi - b.midi,
);

function listeningOf(isSung: boolean): Listening {
  const activations = activationsOf(sounding, scene.seconds);
  const full = new Float32Array(activations.frames);
  for (const { startSeconds } of scene.notes) full[Math.round(startSeconds * testFramesPerSecond)]! += 1;
  const low = full.map((value) => value / 2);
  const onsets = onsetEvidence({ framesPerSecond: testFramesPerSecond, full, low }, activations);
  const vocalPitch = vocalPitchOf(sungAt, scene.seconds);
  return {
    durationSeconds: scene.seconds,
    activations,
    onsets,
    centre: sungCentre(isSung),
    vocalPitch,
    leadingPitch: leadingPitchOf(scene.tune, scene.seconds),
    bars: heardBarsOf(knownBeats, featuresOfBeats(knownBeats)),
  };
}

/** MIDI number of the tune where it is sung, else NaN. */
function sungAt(seconds: number): number {
  if (Math.floor(seconds / 9.6) % 2 === 1) return Number.NaN;
  const note = scene.tune.find((each) => each.startSeconds <= seconds && seconds < each.endSeconds);
  return note ? note.midi - 12 : Number.NaN;
}

describe('the description of known performances is what it was before, to five digits', () => {
  it.each([
    ['sung', true],
    ['played', false],
  ] as const)('%s', async (name, isSung) => {
    const listening = listeningOf(isSung);
    const { activations, centre, vocalPitch } = listening;
    const described = describeListening(listening);
    for (const seconds of scene.beats)
      expect(Math.min(...described.beats.map((beat) => Math.abs(beat - seconds)))).toBeLessThan(0.01);
    const lines = melodyLines(listening, listening, 7);
    const apart = describeListening({ ...listening, vocals: { activations, centre, vocalPitch } });
    const text = pinned({ described, lines, apart: apart.melody, events: noteEvents(activations) });
    await expect(text).toMatchFileSnapshot(`known-description/${name}.txt`);
  });

  it('and that of two beats and of silence', async () => {
    const empty = activationsOf([], 12);
    const full = new Float32Array(empty.frames);
    const onsets = onsetEvidence({ framesPerSecond: testFramesPerSecond, full, low: full }, empty);
    const silent = describeListening({
      durationSeconds: 12,
      activations: empty,
      onsets,
      centre: silentCentre(12),
      vocalPitch: vocalPitchOf(() => Number.NaN, 12),
      leadingPitch: leadingPitchOf([], 12),
      bars: heardBarsOf({ beats: [], isFirst: () => false, durationSeconds: 12 }),
    });
    expect(silent).toMatchObject({ beats: [], tempoBpm: 0, key: null, notes: [] });
  });
});

describe('the paths of lines are what they were before', () => {
  const { centre, vocalPitch } = listeningOf(true);

  it('of where someone may sing', async () => {
    const landscape = vocalLandscape(vocalPitch, 20);
    const steps = Int16Array.from({ length: landscape.frames }, (_, step) =>
      Math.floor(step / 90) % 4 === 3 ? -1 : 10 + (Math.floor(step / 60) % 9),
    );
    const text = pinned({ landscape, activity: vocalActivity(steps, centre, testFramesPerSecond / 2) });
    await expect(text).toMatchFileSnapshot('known-description/singing.txt');
  });

  it('and so is the path through a landscape of many ridges', async () => {
    const random = seededRandom(6);
    const [frames, width] = [240, 24];
    const values = Float32Array.from({ length: frames * width }, (_, at) => {
      const [frame, bin] = [Math.floor(at / width), at % width];
      const ridge = 6 + Math.round(5 * Math.sin(frame / 25)) + (frame % 80 < 12 ? 9 : 0);
      return frame % 60 > 52 ? 0 : Math.exp(-((bin - ridge) ** 2)) * (0.5 + random());
    });
    const costs = { perSemitone: 0.03, leapLimit: 12, change: 0.5, voicing: 0.4, silence: 0.03 };
    const paths = {
      path: trackLine({ frames, width, values }, costs),
      free: trackLine({ frames, width, values }, { ...costs, change: 0.05, leapLimit: 3 }),
    };
    const text = Object.entries(paths).map(([name, path]) => `${name} ${path.join(' ')}\n`);
    await expect(text.join('')).toMatchFileSnapshot('known-description/track.txt');
  });
});
