/** Another process has the data folder. The message is for the operator and says what to do. */
export class InstanceLockedError extends Error {
  constructor(
    readonly dataDir: string,
    readonly pid: number,
  ) {
    super(
      `Process ${pid} is already running on ${dataDir}. Stop it, or set CONTRAFACT_DATA_DIR to another folder.`,
    );
    this.name = 'InstanceLockedError';
  }
}
