/** What commands take is checked wherever they run: in the service, and in a command's own process while none runs. */
import type { z } from 'zod';
import { AdministrationError } from './administration-error.js';
import { type AdministrationCommand, administrationArguments } from './command-arguments.js';
import type { Administration } from './commands.js';

type Call = (given: unknown) => Promise<unknown>;

/** The same commands; each rejects with AdministrationError `invalid_argument` before it does anything. */
export function withCheckedArguments(administration: Administration): Administration {
  const commands = Object.keys(administrationArguments) as AdministrationCommand[];
  const checked = commands.map((command): [string, Call] => {
    const call = administration[command] as Call;
    return [
      command,
      async (given) => {
        const parsed = administrationArguments[command].safeParse(given ?? {});
        if (!parsed.success) throw new AdministrationError('invalid_argument', describe(parsed.error));
        return call(parsed.data);
      },
    ];
  });
  // Every command is in the list of arguments, so that the object holds all of them.
  return Object.fromEntries(checked) as unknown as Administration;
}

function describe(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`).join('; ');
}
