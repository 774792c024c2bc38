import { AdministrationError, type AdministrationFault } from './administration-error.js';
import { type AdministrationCommand, administrationArguments } from './command-arguments.js';
import type { Administration } from './commands.js';

export type CommandResult =
  | { readonly answer: unknown }
  | { readonly fault: { readonly code: AdministrationFault; readonly message: string } };

/**
 * Runs one command by its name with arguments of unknown shape, as the local socket hands them over.
 * Null where there is no such command.
 */
export async function runAdministrationCommand(
  administration: Administration,
  command: string,
  given: unknown,
): Promise<CommandResult | null> {
  if (!Object.hasOwn(administrationArguments, command)) return null;
  const known = command as AdministrationCommand;
  const call = administration[known] as (given: unknown) => Promise<unknown>;
  try {
    return { answer: await call(given) };
  } catch (error) {
    if (!(error instanceof AdministrationError)) throw error;
    return { fault: { code: error.code, message: error.message } };
  }
}
