/** The report holds its styles, its script and its sounds itself, and may load nothing. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; media-src data:; sandbox allow-scripts";

/** Of the HTML page about a comparison: a file to keep, which does nothing where a browser opens it here all the same. */
export function reportHeaders(taskId: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-disposition': `attachment; filename="${taskId}.html"`,
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
  };
}
