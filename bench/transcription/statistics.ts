import { seededRandom } from '../../src/signal/seeded-random.js';
import { areaUnderCurve } from '../area-under-curve.js';

export interface Scored {
  readonly score: number;
  readonly isPositive: boolean;
  /** What is drawn together: a collection, a singer. */
  readonly unit: string;
}

/** 95 % interval of the area by bootstrap over units, 1,000 draws; draws without both kinds are left out. */
export function areaInterval(scored: readonly Scored[]): [number, number] {
  const names = [...new Set(scored.map(({ unit }) => unit))];
  const units = names.map((name) => scored.filter(({ unit }) => unit === name));
  const random = seededRandom(1);
  const areas: number[] = [];
  for (let draw = 0; draw < 1000; draw++) {
    const drawn = units.flatMap(() => units[Math.floor(random() * units.length)]!);
    const of = (isPositive: boolean): number[] =>
      drawn.filter((one) => one.isPositive === isPositive).map(({ score }) => score);
    const area = areaUnderCurve(of(true), of(false));
    if (Number.isFinite(area)) areas.push(area);
  }
  areas.sort((a, b) => a - b);
  return [areas[Math.floor(0.025 * areas.length)]!, areas[Math.ceil(0.975 * areas.length) - 1]!];
}
