/** Administration through the running instance's socket for commands. */
import { Client } from 'undici';
import { z } from 'zod';
import { AdministrationError, type AdministrationFault } from '../accounts/administration-error.js';
import { type AdministrationCommand, administrationArguments } from '../accounts/command-arguments.js';
import type { Administration } from '../accounts/commands.js';
import { CliError } from './cli-error.js';
import { exitCodes } from './exit-codes.js';
import type { InstanceFile } from './instance-file.js';

/** A challenge of a slow receiver takes its time; nothing else does. */
const timeoutMs = 60_000;

const answered = z.object({ answer: z.unknown() });
const refused = z.object({ code: z.string(), detail: z.string() });

/** Nobody answers as this instance: it just started, just ended, or was killed. Nothing was done. */
export class InstanceUnreachableError extends Error {}

export function remoteAdministration(instance: InstanceFile): Administration {
  const commands = Object.keys(administrationArguments) as AdministrationCommand[];
  // One method for each command, under its name: an object made from entries loses which is which.
  return Object.fromEntries(
    commands.map((command) => [command, (given: unknown) => call(instance, command, given)]),
  ) as unknown as Administration;
}

async function call(
  instance: InstanceFile,
  command: AdministrationCommand,
  given: unknown,
): Promise<unknown> {
  const { status, body } = await post(instance, command, given);
  if (status === 200) return answered.parse(body).answer;
  const problem = refused.safeParse(body);
  if (status === 422 && problem.success) {
    throw new AdministrationError(problem.data.code as AdministrationFault, problem.data.detail);
  }
  if (status === 404) throw new InstanceUnreachableError();
  throw new CliError(
    `The running instance (process ${instance.pid}) answered ${status}; its log says why.`,
    exitCodes.unavailable,
  );
}

async function post(
  instance: InstanceFile,
  command: string,
  given: unknown,
): Promise<{ status: number; body: unknown }> {
  // One connection a command: the next command may be another process's.
  const client = new Client('http://localhost', { socketPath: instance.socket });
  try {
    const { statusCode, body } = await client.request({
      path: `/internal/v1/commands/${command}`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ arguments: given }),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    const text = await body.text();
    try {
      return { status: statusCode, body: JSON.parse(text) };
    } catch {
      return { status: statusCode, body: null };
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED' || code === 'ENOENT') throw new InstanceUnreachableError();
    if (code === 'EACCES') {
      throw new CliError(
        `The socket ${instance.socket} belongs to another user. Run the command as the user that runs the service.`,
        exitCodes.unavailable,
      );
    }
    throw new CliError(
      `The connection to the running instance (process ${instance.pid}) broke: ${error instanceof Error ? error.message : error}. ` +
        'The command may have been carried out: look with the list commands before you repeat it.',
      exitCodes.unavailable,
    );
  } finally {
    await client.destroy();
  }
}
