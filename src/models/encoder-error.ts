/** Written for the operator: what is wrong with the chosen encoder and what to do. */
export class EncoderError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EncoderError';
  }
}
