/** Where a member's e-mails go: the address that was chosen, or the one to sign in with. */
import { type RawBuilder, sql } from 'kysely';

/** By the names that a statement gives `notification_settings` and `users`. */
export function goesTo(settings = 's', users = 'u'): RawBuilder<string> {
  return sql<string>`coalesce(${sql.ref(`${settings}.address`)}, ${sql.ref(`${users}.email`)})`;
}
