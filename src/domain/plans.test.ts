import { expect, it } from 'vitest';
import { planAllows, planNames, taskConcurrencyByPlan, taskWeightByPlan } from './plans.js';

it('a plan allows what it and the plans below it need', () => {
  const allowed = planNames.map((plan) => planNames.map((required) => planAllows(plan, required)));
  expect(allowed).toEqual([
    [true, false, false],
    [true, true, false],
    [true, true, true],
  ]);
  expect(planAllows('free', null)).toBe(true);
});

it('a higher plan weighs more, and may use all slots; each plan may use one', () => {
  expect(taskWeightByPlan).toEqual({ free: 1, pro: 4, enterprise: 16 });
  expect(taskConcurrencyByPlan(1)).toEqual({ free: 1, pro: 1, enterprise: 1 });
  expect(taskConcurrencyByPlan(5)).toEqual({ free: 1, pro: 3, enterprise: 5 });
});
