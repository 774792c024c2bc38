import { type OperationName, requiredPlan } from '../../domain/operations.js';
import { type Plan, planAllows } from '../../domain/plans.js';
import { Problem } from '../../domain/problems.js';

/** Throws the 403 where the plan does not include the model. */
export function requirePlan(plan: Plan, operation: OperationName, model: string): void {
  const required = requiredPlan(operation, model);
  if (planAllows(plan, required)) return;
  throw new Problem(
    'plan_required',
    `The model ${model} needs the plan ${required}; this account is on ${plan}.`,
  );
}
