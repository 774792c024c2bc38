import type { Command } from 'commander';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import { isoTime } from '../iso-time.js';
import { formatTable, note, printJson, printLine } from '../output.js';
import { withAdministration } from '../with-administration.js';

interface AccountOption extends JsonOption {
  account?: string;
}

const accountHelp = 'which account; not needed while there is only one';

export function registerKey(program: Command): void {
  const key = program.command('key').description('create, list and revoke API keys');

  addCommand(key, 'create', 'create another API key')
    .option('--account <id>', accountHelp)
    .option('--name <name>', 'a name to distinguish keys by')
    .option('--expires <time>', 'when it ends, in ISO 8601 such as 2027-01-31T00:00:00Z; never if left out')
    .action(create);

  addCommand(key, 'list', 'list the keys of an account').option('--account <id>', accountHelp).action(list);

  addCommand(key, 'revoke <key-id>', 'end a key at once')
    .option('--account <id>', 'only if the key is of this account')
    .action(revoke);
}

async function create(options: AccountOption & { name?: string; expires?: string }): Promise<void> {
  const expires = options.expires === undefined ? undefined : isoTime(options.expires);
  const created = await withAdministration(currentConfig(), (administration) =>
    administration.createKey({ accountId: options.account, name: options.name, expires }),
  );
  if (expires !== undefined && Date.parse(expires) <= Date.now()) {
    note(`The key has ended already: ${expires} is past. Calls with it are answered 401.`);
  }
  if (options.json) return printJson(created);
  printLine(`key      ${created.key_id}`);
  printLine(`API key  ${created.api_key}`);
  note('The key is shown this once: the database keeps only its hash.');
}

async function list(options: AccountOption): Promise<void> {
  const keys = await withAdministration(currentConfig(), (administration) =>
    administration.listKeys({ accountId: options.account }),
  );
  if (options.json) return printJson(keys);
  printLine(
    formatTable(
      ['key', 'begins with', 'name', 'status', 'made by', 'expires', 'last used'],
      keys.map((key) => [
        key.key_id,
        key.prefix,
        key.name,
        key.status,
        key.created_by,
        key.expires_at,
        key.last_used_at,
      ]),
    ),
  );
}

async function revoke(keyId: string, options: AccountOption): Promise<void> {
  const revoked = await withAdministration(currentConfig(), (administration) =>
    administration.revokeKey({ accountId: options.account, keyId }),
  );
  if (options.json) return printJson(revoked);
  printLine(`${revoked.key_id} is revoked.`);
}
