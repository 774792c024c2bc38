/**
 * What an operator does to accounts, their members, keys and callback URLs, as functions from JSON to JSON: the command line calls
 * them in its own process when no instance runs, and by name over the instance's local socket when one does.
 */
import { accountCommands } from './account-commands.js';
import { callbackCommands } from './callback-commands.js';
import { withCheckedArguments } from './checked-arguments.js';
import type { Administration, AdministrationDependencies } from './commands.js';
import { datasetCommands } from './dataset-commands.js';
import { keyCommands } from './key-commands.js';
import { memberCommands } from './member-commands.js';

export function createAdministration(dependencies: AdministrationDependencies): Administration {
  return withCheckedArguments({
    ...accountCommands(dependencies),
    ...keyCommands(dependencies),
    ...callbackCommands(dependencies),
    ...datasetCommands(dependencies),
    ...memberCommands(dependencies),
  });
}
