/** An e-mail address as people enter it. */
import { z } from 'zod';

export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email('This is not an e-mail address.'));
