import { type Command, Option } from 'commander';
import { type UserRole, userRoles } from '../../domain/user-roles.js';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import { dashboardAddress } from '../dashboard-address.js';
import { formatTable, note, printJson, printLine } from '../output.js';
import { withAdministration } from '../with-administration.js';

interface AccountOption {
  readonly account?: string;
}

export function registerMember(program: Command): void {
  const member = program.command('member').description('people who sign in to the dashboard');

  addCommand(member, 'invite <email>', 'make a link by which a person joins an account in the dashboard')
    .option('--account <account>', 'which; needed where there are several')
    .addOption(new Option('--role <role>', 'owner, member or viewer').choices(userRoles).default('owner'))
    .action(invite);

  addCommand(member, 'list', 'list who signs in to an account')
    .option('--account <account>', 'which; needed where there are several')
    .action(list);

  addCommand(member, 'new-password <email>', 'give a person who lost theirs a new password').action(renew);
}

async function invite(
  email: string,
  options: JsonOption & AccountOption & { role: UserRole },
): Promise<void> {
  const config = currentConfig();
  const { path, ...invited } = await withAdministration(config, (administration) =>
    administration.inviteMember({ accountId: options.account, email, role: options.role }),
  );
  const base = dashboardAddress(config);
  const url = `${base ?? ''}${path}`;
  if (options.json) return printJson({ ...invited, url });
  printLine(`account     ${invited.account_id}`);
  printLine(`invitation  ${url}`);
  note('The link works once, within 7 days, and is shown only now.');
  if (base === null) note('Put the address of the dashboard before it; CONTRAFACT_PUBLIC_URL names it.');
}

async function list(options: JsonOption & AccountOption): Promise<void> {
  const members = await withAdministration(currentConfig(), (administration) =>
    administration.listMembers({ accountId: options.account }),
  );
  if (options.json) return printJson(members);
  if (members.length === 0) {
    return note('Nobody signs in to this account. `contrafact member invite EMAIL` lets someone in.');
  }
  printLine(
    formatTable(
      ['e-mail address', 'role', 'administrator', 'joined'],
      members.map((member) => [
        member.email,
        member.role,
        member.administrator ? 'yes' : 'no',
        member.created_at,
      ]),
    ),
  );
}

async function renew(email: string, options: JsonOption): Promise<void> {
  const renewed = await withAdministration(currentConfig(), (administration) =>
    administration.renewPassword({ email }),
  );
  if (options.json) return printJson(renewed);
  printLine(`password  ${renewed.password}`);
  note('It is shown this once, and every session of this person has ended. The page Profile changes it.');
}
