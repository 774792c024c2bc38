/** The plans an account can be on, in rising order. */
export const planNames = ['free', 'pro', 'enterprise'] as const;

export type Plan = (typeof planNames)[number];

/** Whether an account on `plan` may use what needs `required`. */
export function planAllows(plan: Plan, required: Plan | null): boolean {
  return required === null || planNames.indexOf(plan) >= planNames.indexOf(required);
}
