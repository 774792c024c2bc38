/** What a member may do, as the screen names it. */
import type { Role } from '../api/types.js';
import { t } from '../i18n/t.js';

const names: Readonly<Record<string, string>> = {
  owner: t('owner'),
  member: t('member'),
  viewer: t('viewer'),
};

/** As it stands where it is none that this version knows. */
export const roleName = (role: string): string => names[role] ?? role;

export const roleChoices = (['owner', 'member', 'viewer'] as const).map((value) => ({
  value,
  label: roleName(value),
})) satisfies ReadonlyArray<{ value: Role; label: string }>;
