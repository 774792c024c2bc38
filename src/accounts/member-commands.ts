/** People of an account: let in by a link, listed, and let in again with a new password. */
import { randomBytes } from 'node:crypto';
import { operatorActor } from '../domain/review.js';
import { invitationLifetimeSeconds } from '../domain/user-roles.js';
import { AdministrationError } from './administration-error.js';
import type { Administration, AdministrationDependencies } from './commands.js';
import { resolveAccount } from './resolve-account.js';

/** 20 characters of 64. */
const passwordBytes = 15;

export function memberCommands({
  accounts,
  members,
  invitations,
  audit,
  hashPassword,
}: AdministrationDependencies): Pick<Administration, 'inviteMember' | 'listMembers' | 'renewPassword'> {
  return {
    async inviteMember({ accountId, email, role }) {
      const account = await resolveAccount(accounts, accountId);
      const found = await members.findByEmail(email);
      if (found !== null) {
        throw new AdministrationError(
          'email_taken',
          found.user.accountId === account.id
            ? `${email} belongs to this account already. \`contrafact member new-password ${email}\` lets them in again.`
            : `${email} belongs to account ${found.user.accountId}, and a person to one account only: use another address.`,
        );
      }
      const token = await invitations.create(account.id, email, role, invitationLifetimeSeconds);
      // No address: whoever never accepts leaves no trace that could not be deleted.
      await audit.append(operatorActor, account.id, {
        action: 'member.invited',
        subject: account.id,
        detail: { role },
      });
      return { account_id: account.id, email, role, path: `/invitation?token=${token}` };
    },

    async listMembers({ accountId }) {
      const account = await resolveAccount(accounts, accountId);
      return (await members.list(account.id)).map((member) => ({
        email: member.email,
        role: member.role,
        administrator: member.isOperator,
        created_at: member.createdAt.toISOString(),
      }));
    },

    async renewPassword({ email }) {
      const found = await members.findByEmail(email);
      if (found === null) {
        throw new AdministrationError(
          'unknown_member',
          `Nobody signs in as ${email}. \`contrafact member list\` shows who does.`,
        );
      }
      const { id, accountId } = found.user;
      const password = randomBytes(passwordBytes).toString('base64url');
      await members.setPassword(id, await hashPassword(password), null);
      await audit.append(operatorActor, accountId, {
        action: 'member.password_renewed',
        subject: id,
        detail: {},
      });
      return { account_id: accountId, email: found.user.email, password };
    },
  };
}
