/** Settings, or files that settings name, that cannot be used: the program does not start. */
export class ConfigError extends Error {
  /** `problems`: sentences that name the setting or the file, the reason, and what to do. */
  constructor(readonly problems: readonly string[]) {
    super(`The settings cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}
