export type AdministrationFault =
  | 'invalid_argument'
  | 'unknown_account'
  | 'unknown_dataset'
  | 'unknown_key'
  | 'unknown_member'
  | 'email_taken'
  | 'account_needed';

/** The operator asked for something that cannot be; the message says what to do. */
export class AdministrationError extends Error {
  constructor(
    readonly code: AdministrationFault,
    message: string,
  ) {
    super(message);
    this.name = 'AdministrationError';
  }
}
