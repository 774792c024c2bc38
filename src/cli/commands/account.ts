import { type Command, Option } from 'commander';
import { type Plan, planNames } from '../../domain/plans.js';
import { CliError } from '../cli-error.js';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { formatTable, note, printJson, printLine } from '../output.js';
import { withAdministration } from '../with-administration.js';

export function registerAccount(program: Command): void {
  const account = program.command('account').description('create and list accounts');

  addCommand(account, 'create', 'create an account with its first API key and its signing secret')
    .requiredOption('--name <name>', 'what the account is called')
    .addOption(new Option('--plan <plan>', 'free, pro or enterprise').choices(planNames).default('free'))
    .action(create);

  addCommand(account, 'list', 'list the accounts').action(list);

  addCommand(account, 'verify-audit', 'recompute the chain of hashes of the audit log')
    .option('--account <account>', 'whose; needed where there are several')
    .action(verifyAudit);

  addCommand(account, 'delete <account>', 'delete an account with its songs, results, fingerprints and keys')
    .option('--yes', 'really: it cannot be undone')
    .action(remove);
}

async function verifyAudit(options: JsonOption & { account?: string }): Promise<void> {
  const found = await withAdministration(currentConfig(), (administration) =>
    administration.verifyAudit({ accountId: options.account }),
  );
  if (options.json) printJson(found);
  else if (found.broken_at === null) {
    printLine(`${found.entries} ${found.entries === 1 ? 'entry' : 'entries'}, all intact`);
    if (found.head_hash !== null) printLine(`hash of the newest  ${found.head_hash}`);
  }
  if (found.broken_at !== null) {
    throw new CliError(
      `Entry ${found.broken_at} of the audit log of ${found.account_id} is not the one that was written; the ${found.entries} before it are intact. Compare with a backup.`,
      exitCodes.failed,
    );
  }
}

async function remove(accountId: string, options: JsonOption & { yes?: boolean }): Promise<void> {
  if (!options.yes) {
    throw new CliError(
      `This deletes everything of account ${accountId} and cannot be undone. Add --yes to do it.`,
      exitCodes.usage,
    );
  }
  const deleted = await withAdministration(currentConfig(), (administration) =>
    administration.deleteAccount({ accountId }),
  );
  if (options.json) return printJson(deleted);
  printLine(`deleted ${deleted.account_id}`);
}

async function create(options: JsonOption & { name: string; plan: Plan }): Promise<void> {
  const created = await withAdministration(currentConfig(), (administration) =>
    administration.createAccount({ name: options.name, plan: options.plan }),
  );
  if (options.json) return printJson(created);
  printLine(`account         ${created.account_id}`);
  printLine(`API key         ${created.api_key}`);
  printLine(`signing secret  ${created.signing_secret}`);
  note('The key is shown this once: the database keeps only its hash.');
  note(
    `\`contrafact member invite EMAIL --account ${created.account_id}\` lets a person see it in the dashboard.`,
  );
}

async function list(options: JsonOption): Promise<void> {
  const accounts = await withAdministration(currentConfig(), (administration) =>
    administration.listAccounts({}),
  );
  if (options.json) return printJson(accounts);
  if (accounts.length === 0) return note('There is no account yet.');
  printLine(
    formatTable(
      ['account', 'name', 'plan', 'created'],
      accounts.map((account) => [account.account_id, account.name, account.plan, account.created_at]),
    ),
  );
}
