/** What people may do in the account that they belong to. */

/** A viewer reads; a member works; an owner also manages the account. */
export const userRoles = ['owner', 'member', 'viewer'] as const;
export type UserRole = (typeof userRoles)[number];

/** How long a link that invites into an account can be used. */
export const invitationLifetimeSeconds = 7 * 24 * 3600;
