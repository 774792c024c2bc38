/** The plans an account can be on, in rising order. */
export const planNames = ['free', 'pro', 'enterprise'] as const;

export type Plan = (typeof planNames)[number];

/** Whether an account on `plan` may use what needs `required`. */
export function planAllows(plan: Plan, required: Plan | null): boolean {
  return required === null || planNames.indexOf(plan) >= planNames.indexOf(required);
}

/** Shares of the machine's time that accounts get, by plan. */
export const taskWeightByPlan: Readonly<Record<Plan, number>> = { free: 1, pro: 4, enterprise: 16 };

/** How many tasks of one account run at once, of `slots` that all workers of a process have. */
export function taskConcurrencyByPlan(slots: number): Readonly<Record<Plan, number>> {
  return { free: 1, pro: Math.max(1, Math.ceil(slots / 2)), enterprise: slots };
}
