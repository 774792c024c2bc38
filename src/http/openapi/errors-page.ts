/** docs/errors.md, from the catalogue of problems. */
import { problemCodes, problems } from '../../domain/problems.js';

export function errorsPage(): string {
  const rows = [...problemCodes]
    .sort((a, b) => problems[a].status - problems[b].status)
    .map((code) => {
      const { status, meaning, remedy } = problems[code];
      return `| ${status} | \`${code}\` | ${meaning} | ${remedy} |`;
    });
  return `# Errors

Every refused request is answered with a problem document (RFC 9457, \`application/problem+json\`):

\`\`\`json
{
  "type": "/errors/validation_error",
  "title": "The request is not valid",
  "status": 422,
  "detail": "musicId: This field is required: text.",
  "code": "validation_error",
  "request_id": "req_0123456789abcdefghij",
  "errors": [{ "pointer": "#/musicId", "detail": "This field is required: text." }]
}
\`\`\`

- Branch on \`code\`: it is stable. Titles and details are for people and may change.
- \`type\` is a path of the instance that answers with the entry below.
- \`errors\` names each wrong field by a JSON Pointer; \`in\` says where it is (\`query\`, \`path\`, \`header\`) when it is
  not the body.
- Fields and query parameters that the interface does not know are refused (\`validation_error\`), so that a typing
  mistake never passes silently. Where only case or underscores are wrong, \`detail\` names the field that was meant.
- \`request_id\` is also in the \`X-Request-Id\` header and in the service's log.
- What goes wrong after a task was accepted arrives as a callback with \`status: "failure"\` and an \`error\`.

| status | code | when | what to do |
|---|---|---|---|
${rows.join('\n')}

This page is written by \`npm run openapi\` from \`src/domain/problems.ts\`.
`;
}
