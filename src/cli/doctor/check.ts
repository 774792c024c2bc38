/** One thing that `doctor` looks at. */
export interface Check {
  readonly name: string;
  /** `absent`: an optional part that is not installed, and need not be. */
  readonly status: 'ok' | 'absent' | 'warning' | 'failed';
  /** What was found. */
  readonly detail: string;
  /** What does not work because of it. */
  readonly disables?: readonly string[];
  /** What to do about it. */
  readonly remedy?: string;
}

/** Runs `look`; what it throws becomes a failed check. */
export async function checked(
  name: string,
  remedy: string,
  look: () => Promise<Omit<Check, 'name'>>,
): Promise<Check> {
  try {
    return { name, ...(await look()) };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { name, status: 'failed', detail, remedy };
  }
}
