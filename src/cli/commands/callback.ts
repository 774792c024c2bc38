import type { Command } from 'commander';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { note, printJson, printLine } from '../output.js';
import { withAdministration } from '../with-administration.js';

interface AccountOption extends JsonOption {
  account?: string;
}

const accountHelp = 'which account; not needed while there is only one';

export function registerCallback(program: Command): void {
  const callback = program.command('callback').description('where results are sent, and how they are signed');

  addCommand(
    callback,
    'set <url>',
    'send the challenge to a URL and use it for callbacks if it answers right',
  )
    .option('--account <id>', accountHelp)
    .action(set);

  addCommand(callback, 'show', 'show the URL and whether it is verified')
    .option('--account <id>', accountHelp)
    .action(show);

  const secret = callback.command('secret').description('the secret that callbacks are signed with');
  addCommand(secret, 'show', 'show the secrets that sign callbacks now, newest first')
    .option('--account <id>', accountHelp)
    .action(showSecrets);
  addCommand(secret, 'rotate', 'issue a new secret; the old one signs beside it for 24 hours')
    .option('--account <id>', accountHelp)
    .action(rotate);
}

async function set(url: string, options: AccountOption): Promise<void> {
  const check = await withAdministration(currentConfig(), (administration) =>
    administration.setCallback({ accountId: options.account, url }),
  );
  if (!check.verified) process.exitCode = exitCodes.failed;
  if (options.json) return printJson(check);
  if (check.verified) return printLine(`${url} answered the challenge: callbacks are sent to it.`);
  note(`Not verified: ${check.reason}`);
  if (check.saved) {
    note('The URL is saved, but nothing is sent to it. Callbacks are kept until a URL is verified.');
  } else {
    note(
      check.url === null ? 'Nothing was saved.' : `Nothing was changed: callbacks still go to ${check.url}`,
    );
  }
}

async function show(options: AccountOption): Promise<void> {
  const settings = await withAdministration(currentConfig(), (administration) =>
    administration.showCallback({ accountId: options.account }),
  );
  if (options.json) return printJson(settings);
  if (settings.url === null) return printLine('No callback URL is set.');
  const state = settings.disabled_at
    ? `disabled since ${settings.disabled_at}: ${settings.disabled_reason}`
    : settings.verified
      ? `verified at ${settings.verified_at}`
      : 'not verified: nothing is sent to it';
  printLine(`${settings.url}\n${state}`);
}

async function showSecrets(options: AccountOption): Promise<void> {
  const shown = await withAdministration(currentConfig(), (administration) =>
    administration.showSecrets({ accountId: options.account }),
  );
  if (options.json) return printJson(shown);
  for (const secret of shown.signing_secrets) printLine(secret);
}

async function rotate(options: AccountOption): Promise<void> {
  const rotated = await withAdministration(currentConfig(), (administration) =>
    administration.rotateSecret({ accountId: options.account }),
  );
  if (options.json) return printJson(rotated);
  printLine(`new signing secret  ${rotated.signing_secret}`);
  note(
    'For 24 hours webhook-signature carries both signatures; x-svc-signature uses the new secret at once.',
  );
}
