import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { toOpenApi } from '../openapi.ts';
import { apiDocsPage, apiDocsPolicy, type OpenApiDocument } from './api-docs-page.ts';
import { fieldsHtml, type Schema, schemaHtml } from './schema-html.ts';

const contract = toOpenApi('Hearth', 'https://hearth.example') as unknown as OpenApiDocument;
const page = new JSDOM(apiDocsPage(contract)).window.document;
const textOf = (html: string) => new JSDOM(html).window.document.body.textContent;

describe('The API reference', () => {
  it('shows every operation and every schema once', () => {
    const operations = Object.values(contract.paths).flatMap((methods) => Object.values(methods));
    // Read once: searching the page for each id would take a minute.
    const byId = Map.groupBy([...page.querySelectorAll('[id]')], (element) => element.getAttribute('id'));
    for (const { operationId, summary } of operations) {
      const found = byId.get(operationId) ?? [];
      expect(found.length, operationId).toBe(1);
      expect(found[0]?.parentElement?.querySelector('summary span')?.textContent).toBe(
        summary.replaceAll('`', ''),
      );
    }
    const schemas = Object.keys(contract.components.schemas);
    expect([...page.querySelectorAll('details')].length).toBe(operations.length + schemas.length);
  });

  it('has no link that leads nowhere', () => {
    const links = [...page.querySelectorAll('a[href^="#"]')].map((link) => link.getAttribute('href') ?? '');
    expect(links.length).toBeGreaterThan(100);
    for (const link of new Set(links)) expect(page.getElementById(link.slice(1)), link).not.toBeNull();
  });

  it('escapes texts, and runs no script', () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const html = apiDocsPage({ ...contract, info: { title: hostile } });
    expect(html).not.toContain(hostile);
    const schema = { type: 'string', description: hostile, default: hostile, pattern: hostile };
    expect(fieldsHtml({ properties: { [hostile]: schema } })).not.toContain('<img');
    expect([...page.querySelectorAll('script, [onclick], [style]')]).toEqual([]);
    expect(apiDocsPolicy).toMatch(/^default-src 'none'; style-src 'sha256-/);
  });
});

describe('A schema', () => {
  it.each<[string, Schema, string]>([
    ['a reference', { $ref: '#/components/schemas/Post' }, 'Post'],
    ['a format', { type: 'string', format: 'uuid' }, 'string (uuid)'],
    ['a choice', { anyOf: [{ $ref: '#/components/schemas/Post' }, { type: 'null' }] }, 'Post or null'],
    ['values', { enum: ['asc', 'desc'] }, '"asc", "desc"'],
    ['a list', { type: 'array', items: { type: 'string' }, maxItems: 5 }, 'list of string · at most 5 items'],
    ['a length', { type: 'string', minLength: 1, maxLength: 9 }, 'string · 1 to 9 characters'],
    ['a range', { type: 'integer', minimum: 0, maximum: 2 ** 53 - 1 }, 'integer · at least 0'],
    ['a default', { type: 'boolean', default: false }, 'boolean · default false'],
    ['a map', { type: 'object', additionalProperties: { type: 'number' } }, 'object of number'],
    ['no fields', { type: 'object', properties: {} }, 'Empty object.'],
  ])('shows %s', (_name, schema, expected) => {
    expect(textOf(schemaHtml(schema))).toBe(expected);
  });

  it('lists the fields of objects inside lists and choices', () => {
    const inner = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
    const list = { type: 'array', items: { anyOf: [inner, { type: 'null' }] } };
    const html = fieldsHtml({ properties: { rows: list }, required: [] });
    expect(textOf(html)).toBe('rows list of object or null · optionalid string');
  });
});
