/** What the exit code of every command means; `contrafact --help` prints this table. */
export const exitCodes = {
  ok: 0,
  /** A negative answer (URL not verified, duplicate-free is still 0) or work that failed. */
  failed: 1,
  /** The command line or a setting is wrong: nothing was done. */
  usage: 2,
  /** The instance or its database cannot be reached, or another process holds it. */
  unavailable: 3,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const;

export const exitCodeHelp = `Exit codes:
  0    done
  1    the answer is no, or the work failed
  2    the command line or a setting is wrong; nothing was done
  3    the instance or its database cannot be reached
  130  interrupted`;
