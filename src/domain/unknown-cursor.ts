/** A list was asked to go on after something that is not in it: made up, of another list, or deleted since. */
export class UnknownCursorError extends Error {
  constructor() {
    super(
      'There is no such page. Leave `cursor` out to begin again, then use the `next_cursor` of each page.',
    );
    this.name = 'UnknownCursorError';
  }
}
