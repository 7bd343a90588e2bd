import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../text/escape-html.ts';
import { type Schema, schemaHtml, valueHtml } from './schema-html.ts';

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content & { description: string }>;
}

/** The parts of the OpenAPI document that the page shows. */
export interface OpenApiDocument {
  info: { title: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const styles = `
:root { color-scheme: light dark; --page: #f4f4f2; --card: #fff; --text: #292524; --quiet: #6b6560; --line: #e2dfdb; --link: #0f766e; }
@media (prefers-color-scheme: dark) { :root { --page: #171614; --card: #211f1d; --text: #f2efec; --quiet: #aaa39c; --line: #3a3633; --link: #5eead4; } }
* { box-sizing: border-box; }
.body { scroll-margin-top: 96px; }
body { margin: 0; padding: 32px 16px 64px; background: var(--page); color: var(--text); font: 16px/1.5 Inter, system-ui, sans-serif; }
.columns { max-width: 1120px; margin: 0 auto; display: grid; gap: 0 48px; }
main { min-width: 0; }
h1 { font-size: 24px; line-height: 1.3; margin: 0 0 8px; }
h2 { font-size: 18px; margin: 40px 0 12px; }
h3 { font-size: 14px; margin: 20px 0 4px; }
p { margin: 0 0 8px; overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
code { font: 14px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { display: inline-block; margin-right: 12px; }
nav a { display: inline-block; padding: 4px 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
details { background: var(--card); border: 1px solid var(--line); }
details + details { border-top: 0; }
details:first-of-type { border-radius: 12px 12px 0 0; }
details:last-of-type { border-radius: 0 0 12px 12px; }
details:only-of-type { border-radius: 12px; }
summary { padding: 12px 16px; cursor: pointer; overflow-wrap: anywhere; }
summary:hover { background: var(--page); }
summary b { display: inline-block; min-width: 64px; font: 600 13px/1.5 ui-monospace, monospace; color: var(--link); }
summary span { display: block; color: var(--quiet); font-size: 14px; }
.body { padding: 0 16px 16px; border-top: 1px solid var(--line); }
.body ul { list-style: none; margin: 4px 0; padding: 0 0 0 12px; border-left: 2px solid var(--line); }
.body li { padding: 2px 0; overflow-wrap: anywhere; }
@media (min-width: 900px) { .columns { grid-template-columns: 176px minmax(0, 1fr); } nav { position: sticky; top: 32px; align-self: start; max-height: calc(100vh - 64px); overflow-y: auto; } nav li { display: block; } }
.body li { font-size: 14px; }
.body li span, .quiet { color: var(--quiet); font-size: 14px; }
`;

/** Content security policy of the page: its own styles, and nothing else. */
export const apiDocsPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** Escapes a text and shows what it puts in backquotes as code. */
const textHtml = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

function contentHtml({ content = {} }: Content): string {
  return Object.entries(content)
    .map(([type, { schema }]) => (schema ? schemaHtml(schema) : `<p><code>${escapeHtml(type)}</code></p>`))
    .join('');
}

function parametersHtml(operation: Operation, place: string, title: string): string {
  const values = operation.parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, schema, required }) => valueHtml(name, schema, required));
  return values.length > 0 ? `<h3>${title}</h3><ul>${values.join('')}</ul>` : '';
}

function operationHtml(method: string, path: string, operation: Operation): string {
  const { operationId, responses, requestBody } = operation;
  const errors = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { description }]) => `<li>${status} <span>${textHtml(description)}</span></li>`);
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code><span>${textHtml(operation.summary)}</span></summary>
<div class="body" id="${operationId}"><h3>Operation</h3><p><code>${operationId}</code> · <span class="quiet">${textHtml(operation.description)}</span></p>
${parametersHtml(operation, 'path', 'Path')}${parametersHtml(operation, 'query', 'Query')}${requestBody ? `<h3>Body</h3>${contentHtml(requestBody)}` : ''}
<h3>Response</h3>${contentHtml(responses[200] ?? {})}<h3>Errors</h3><ul>${errors.join('')}</ul></div></details>`;
}

/** Returns the reference of an API as HTML. It needs no script: the browser's own search also opens what is folded. */
export function apiDocsPage(document: OpenApiDocument): string {
  const byTag = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? 'other';
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationHtml(method, path, operation)]);
    }
  }
  const sections = [...byTag].map(
    ([tag, operations]) =>
      `<section><h2 id="${tag}">${escapeHtml(tag)}</h2>${operations.join('\n')}</section>`,
  );
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<details><summary><code>${name}</code></summary><div class="body" id="schema-${name}">${schemaHtml(schema)}</div></details>`,
  );
  const links = [...byTag.keys(), 'schemas'].map((id) => `<li><a href="#${id}">${escapeHtml(id)}</a></li>`);
  const title = escapeHtml(document.info.title);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${styles}</style></head><body><div class="columns">
<nav aria-label="Sections"><ul>${links.join('')}</ul></nav><main><h1>${title}</h1>
<p class="quiet">Bodies are JSON. Operations that aren't open to anyone need the session cookie. The OpenAPI document is at <a href="/api/openapi.json">/api/openapi.json</a>.</p>
${sections.join('\n')}
<section><h2 id="schemas">schemas</h2>${schemas.join('\n')}</section></main></div></body></html>`;
}
