// Writes docs/errors.md from the contract: node tools/generate/generate-error-docs.ts
import { writeFileSync } from 'node:fs';
import { api } from '#contract/api.ts';
import { type ErrorCode, errorCatalogue, errorMessage } from '#contract/errors.ts';
import type { Endpoint } from '#contract/schema/endpoint.ts';

const endpoints = Object.entries(api) as [string, Endpoint][];

function operationsWith(code: ErrorCode): string {
  const names = endpoints
    .filter(([, endpoint]) => endpoint.errors.includes(code))
    .map(([name]) => `\`${name}\``);
  return names.length > 0 ? names.join(', ') : 'any';
}

/** Returns a page with all error codes, their status, their message and the operations that return them. */
export function errorDocs(): string {
  const rows = (Object.keys(errorCatalogue) as ErrorCode[]).map((code) => {
    const { status } = errorCatalogue[code];
    return `| \`${code}\` | ${status} | ${errorMessage(code)} | ${operationsWith(code)} |`;
  });
  return `# Errors

Every error response is \`{"error": {"code", "message", "data", "request_id"}}\`. \`message\` is for people, \`code\` for
programs. \`data\` contains \`{issues: [{path, message}]}\` for \`invalid_input\`, and \`{retry_after}\` (seconds) for every 429
and, if the server is recovering, for \`unavailable\`. Content that doesn't exist and content that the viewer may not see
have the same error. \`tools/generate/generate-error-docs.ts\` generates this page from the contract.

| code | status | message | operations |
|---|---|---|---|
${rows.join('\n')}
`;
}

if (import.meta.main) writeFileSync('docs/errors.md', errorDocs());
