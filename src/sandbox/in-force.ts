/** The sandbox that this process puts its decoders into: none, until a compute process sets the one it was given. */
import { noSandbox, type SandboxPlan } from './plan.js';

let plan: SandboxPlan = noSandbox;
let hidden: readonly string[] = [];

/** Set once, when a compute process starts. */
export function setSandbox(given: SandboxPlan, hiddenFolders: readonly string[]): void {
  plan = given;
  hidden = hiddenFolders;
}

export const sandboxInForce = (): { readonly plan: SandboxPlan; readonly hidden: readonly string[] } => ({
  plan,
  hidden,
});
