// Writes docs/errors.md from the contract: node tools/generate-error-docs.ts
import { writeFileSync } from 'node:fs';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type ErrorCode, errorCatalogue } from '#contract/errors.ts';

const endpoints = Object.entries(api) as [string, Endpoint][];

function operationsWith(code: ErrorCode): string {
  const names = endpoints
    .filter(([, endpoint]) => endpoint.errors.includes(code))
    .map(([name]) => `\`${name}\``);
  return names.length > 0 ? names.join(', ') : 'any';
}

/** The page of every error code, its status, its sentence and the operations that answer it. */
export function errorDocs(): string {
  const rows = (Object.keys(errorCatalogue) as ErrorCode[]).map((code) => {
    const { status, message } = errorCatalogue[code];
    return `| \`${code}\` | ${status} | ${message} | ${operationsWith(code)} |`;
  });
  return `# Errors

Every error answer is \`{"error": {"code", "message", "data", "request_id"}}\`. \`message\` is for people, \`code\` for programs.
\`data\` holds \`{issues: [{path, message}]}\` for \`invalid_input\` and \`{retry_after}\` (seconds) for every 429, and for
\`unavailable\` while something recovers. What does not exist and what one may not see answer the same. This page is made from the
contract by \`tools/generate-error-docs.ts\`.

| code | status | message | operations |
|---|---|---|---|
${rows.join('\n')}
`;
}

if (import.meta.main) writeFileSync('docs/errors.md', errorDocs());
