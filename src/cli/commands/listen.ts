import type { Command } from 'commander';
import { CliError } from '../cli-error.js';
import { addCommand, currentConfig, type JsonOption, wholeNumber } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { note, printLine } from '../output.js';
import { describeMessage } from '../received-message.js';
import { untilInterrupted } from '../until-interrupted.js';
import { withAdministration } from '../with-administration.js';

interface Options extends JsonOption {
  port: number;
  host: string;
  secret?: string;
  account?: string;
  unchecked?: boolean;
}

export function registerListen(program: Command): void {
  addCommand(
    program,
    'listen',
    'receive callbacks here: a development receiver that verifies both signatures',
  )
    .option('--port <port>', 'where to listen; 0 takes any free port', wholeNumber(0, 65_535), 9000)
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--secret <secret>', "the signing secret; the instance's own if left out")
    .option('--account <id>', 'whose secret, where there are several accounts')
    .option('--unchecked', 'take every callback without looking at signatures')
    .addHelpText(
      'after',
      '\nAn instance calls a receiver on this machine only if it was started with' +
        '\n  CONTRAFACT_CALLBACK_HTTP=true CONTRAFACT_EGRESS_ALLOW=127.0.0.0/8:PORT',
    )
    .action(run);
}

async function run(options: Options): Promise<void> {
  const config = currentConfig();
  const secret = options.unchecked ? undefined : (options.secret ?? (await instanceSecret(options.account)));
  const { startReceiver } = await import('../../callbacks/receiver.js');
  const stopped = untilInterrupted();
  const receiver = await startReceiver({
    port: options.port,
    host: options.host,
    secret,
    headerPrefix: config.signaturePrefix,
    onMessage: (message) => {
      if (!options.json) return printLine(describeMessage(message));
      const { kind, messageId, repeated, receivedAt, signature, body } = message;
      printLine(
        JSON.stringify({ kind, message_id: messageId, repeated, received_at: receivedAt, signature, body }),
      );
    },
  }).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(
      `Cannot listen on ${options.host}:${options.port} (${error.code ?? error.message}). Choose another --port.`,
    );
  });
  note(`Listening on ${receiver.url}${secret === undefined ? ' without checking signatures' : ''}`);
  note(
    `Set it in the instance: contrafact callback set ${receiver.url} (of several accounts add --account ID)`,
  );
  await stopped;
  await receiver.close();
  process.exitCode = exitCodes.ok;
}

async function instanceSecret(accountId: string | undefined): Promise<string> {
  const { signing_secrets } = await withAdministration(currentConfig(), (administration) =>
    administration.showSecrets({ accountId }),
  );
  const [newest] = signing_secrets;
  if (newest !== undefined) return newest;
  throw new CliError(
    'The account has no signing secret. Issue one with `contrafact callback secret rotate`.',
  );
}
