/** What each administration command takes, checked before it runs. */
import { z } from 'zod';
import { emailAddress } from '../domain/email-address.js';
import { shownName } from '../domain/formatting-characters.js';
import { planNames } from '../domain/plans.js';
import { userRoles } from '../domain/user-roles.js';

const name = z
  .string()
  .overwrite(shownName)
  .min(1, 'must not be empty')
  .max(200, 'must be at most 200 characters');
/** Left out where the instance has one account only. */
const accountId = z.string().optional();

const line = z.string().max(2000);
const importedSong = z.strictObject({
  title: line.min(1),
  artist: line,
  year: line,
  link: line.nullable(),
  language: line,
  lyrics: z.string().max(200_000).nullable(),
  musicId: line.nullable(),
});

/** The arguments of each command, by its name. */
export const administrationArguments = {
  createAccount: z.strictObject({ name, plan: z.enum(planNames, 'must be free, pro or enterprise') }),
  listAccounts: z.strictObject({}),
  deleteAccount: z.strictObject({ accountId: z.string().min(1) }),
  createKey: z.strictObject({
    accountId,
    name: name.optional(),
    expires: z.iso
      .datetime({ offset: true, error: 'must be an ISO 8601 time such as 2027-01-31T00:00:00Z' })
      .optional(),
  }),
  listKeys: z.strictObject({ accountId }),
  revokeKey: z.strictObject({ accountId, keyId: z.string().min(1) }),
  setCallback: z.strictObject({ accountId, url: z.string().min(1).max(2000) }),
  showCallback: z.strictObject({ accountId }),
  showSecrets: z.strictObject({ accountId }),
  rotateSecret: z.strictObject({ accountId }),
  inviteMember: z.strictObject({
    accountId,
    email: emailAddress,
    role: z.enum(userRoles, 'must be owner, member or viewer'),
  }),
  listMembers: z.strictObject({ accountId }),
  renewPassword: z.strictObject({ email: emailAddress }),
  verifyAudit: z.strictObject({ accountId }),
  listDatasets: z.strictObject({}),
  importSongs: z.strictObject({ datasetId: z.string().min(1), songs: z.array(importedSong).max(500) }),
} as const;

export type AdministrationCommand = keyof typeof administrationArguments;
export type ArgumentsOf<C extends AdministrationCommand> = z.infer<(typeof administrationArguments)[C]>;
