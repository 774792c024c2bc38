/**
 * An error as the log shows it: what it is and where it came from, never what it carries. PostgreSQL's errors quote
 * rows, an object store's name keys, an HTTP client's hold whole bodies.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code, status, failure } = error as { code?: unknown; status?: unknown; failure?: unknown };
  return {
    type: name,
    message,
    stack,
    ...(isPlain(code) ? { code } : {}),
    ...(isPlain(status) ? { status } : {}),
    ...(isPlain(failure) ? { failure } : {}),
    ...(cause === undefined ? {} : { cause: loggedError(cause) }),
  };
}

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
