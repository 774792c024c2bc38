import { createHash } from 'node:crypto';
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rarestCounted } from '../../../domain/finding.js';
import { embeddedDir } from '../../../models/embedded-evidence.js';
import { evenBits, evenBitsAmong } from '../comparison/calibration.js';
import {
  calibrationFile,
  calibrationId,
  cardFile,
  embeddedPairEvidence,
  loadPairEvidence,
  weightsFile,
} from './embedded.js';
import {
  evidenceReachedBy,
  falseAlarmsPer1000,
  type PairCalibration,
  pairCalibrationSchema,
} from './pair-calibration.js';

const tail = { levels: [4, 8, 10], per1000: [20, 5, 1], decay: 2, pairs: 1000, kinds: ['made up'] };
const calibration: PairCalibration = {
  format: 'contrafact-pair-calibration',
  formatVersion: 2,
  version: 'test',
  of: 'bits',
  possible: 0.1,
  reportedInSearch: 0.01,
  written: tail,
  transcribed: { ...tail, decay: 1 },
};

describe('how many unrelated songs reach an evidence', () => {
  it('falls with the evidence everywhere, and is never 0', () => {
    let before = Number.POSITIVE_INFINITY;
    for (let evidence = 4; evidence < 200; evidence += 0.5) {
      const now = falseAlarmsPer1000(calibration, 'written', evidence);
      expect(now).toBeLessThan(before);
      expect(now).toBeGreaterThan(0);
      before = now;
    }
    expect(falseAlarmsPer1000(calibration, 'written', 1)).toBe(1000);
  });

  it('is as measured at the levels, and e times rarer a decay beyond them, by the origin of the notes', () => {
    expect(falseAlarmsPer1000(calibration, 'written', 8)).toBeCloseTo(5, 9);
    expect([4, 10].map((level) => falseAlarmsPer1000(calibration, 'written', level))).toEqual([20, 1]);
    expect(falseAlarmsPer1000(calibration, 'written', 12)).toBeCloseTo(1 / Math.E, 9);
    expect(falseAlarmsPer1000(calibration, 'transcribed', 11)).toBeCloseTo(1 / Math.E, 9);
  });

  it('is counted down to what results state as the rarest, and no further', () => {
    const { written, transcribed } = embeddedPairEvidence().calibration;
    for (const { per1000 } of [written, transcribed]) expect(per1000.at(-1)).toBe(rarestCounted);
  });

  it('is the inverse of the evidence that a given number reach, between the levels and beyond them', () => {
    for (const origin of ['written', 'transcribed'] as const)
      for (const evidence of [4, 5.5, 8, 9.9, 10, 13, 40])
        expect(
          evidenceReachedBy(calibration, origin, falseAlarmsPer1000(calibration, origin, evidence)),
        ).toBeCloseTo(evidence, 9);
    expect(evidenceReachedBy(calibration, 'written', 500)).toBe(4);
  });

  it('is refused as data where rates do not fall', () => {
    const wrong = { ...calibration, written: { ...tail, per1000: [20, 20, 1] } };
    expect(pairCalibrationSchema.safeParse(wrong).success).toBe(false);
    expect(pairCalibrationSchema.safeParse(calibration).success).toBe(true);
  });

  it('comes with the program, for both origins', () => {
    const { calibration: own, card } = embeddedPairEvidence();
    for (const { collection } of card.data) expect(collection).not.toMatch(/court|disputed|decided|report/);
    for (const origin of ['written', 'transcribed'] as const) {
      // What is reported is rarer than what is possible, and in as few searches as promised, however many songs are searched.
      expect(falseAlarmsPer1000(own, origin, evenBits)).toBeLessThan(own.possible);
      for (const songs of [1, 100, 10_000, 1e6]) {
        const expected = (songs * falseAlarmsPer1000(own, origin, evenBitsAmong(songs, origin))) / 1000;
        expect(expected).toBeLessThan(own.reportedInSearch * 1.001);
      }
      expect(evenBitsAmong(1, origin)).toBe(evenBits);
      expect(evenBitsAmong(1e6, origin)).toBeGreaterThan(evenBitsAmong(10_000, origin));
    }
  });

  it('is refused where its file is not the one that the card names', () => {
    const folder = mkdtempSync(join(tmpdir(), 'contrafact-calibration-'));
    for (const name of [weightsFile, calibrationFile, cardFile])
      copyFileSync(join(embeddedDir, calibrationId, name), join(folder, name));
    expect(loadPairEvidence(folder).card.id).toBe(calibrationId);
    appendFileSync(join(folder, calibrationFile), ' ');
    expect(() => loadPairEvidence(folder)).toThrow(/calibration\.json has SHA-256/);
    appendFileSync(join(folder, weightsFile), ' ');
    expect(() => loadPairEvidence(folder)).toThrow(/weights\.json has SHA-256/);
    rmSync(folder, { recursive: true });
  });

  it('is refused where its model reads something else than the program measures', () => {
    const folder = mkdtempSync(join(tmpdir(), 'contrafact-calibration-'));
    const textOf = (name: string): string => readFileSync(join(embeddedDir, calibrationId, name), 'utf8');
    const weights = textOf(weightsFile).replace('"uneven-pace"', '"another measurement"');
    const hash = createHash('sha256').update(weights).digest('hex');
    const card = JSON.parse(textOf(cardFile)) as { files: object };
    writeFileSync(join(folder, weightsFile), weights);
    writeFileSync(join(folder, calibrationFile), textOf(calibrationFile));
    const files = { ...card.files, [weightsFile]: hash };
    writeFileSync(join(folder, cardFile), JSON.stringify({ ...card, files }));
    expect(() => loadPairEvidence(folder)).toThrow('another measurement');
    rmSync(folder, { recursive: true });
  });
});
