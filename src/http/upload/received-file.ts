/** A file that arrived whole and lies on the disk, not kept yet. */
export class ReceivedFile {
  constructor(
    /** Removed when the request ends, unless it was moved away by then. */
    readonly path: string,
    /** As the client named it, made harmless. */
    readonly filename: string,
    readonly bytes: number,
    readonly sha256: string,
  ) {}
}
