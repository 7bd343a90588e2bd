import { describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { toOpenApi } from './openapi.ts';

interface Operation {
  operationId: string;
  security: unknown[];
  parameters: { name: string; in: string; schema: unknown }[];
  responses: Record<string, unknown>;
}
interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, { name: string }> };
}

const document = toOpenApi('Hearth', 'https://hearth.example') as unknown as OpenApiDocument;
const text = JSON.stringify(document);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.values(methods).map((operation) => ({ path, operation })),
);

describe('The OpenAPI document', () => {
  it('contains each operation of the contract once', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.toSorted()).toEqual(Object.keys(api).toSorted());
  });

  it('requires a session for every operation that is not public', () => {
    for (const { operation } of operations) {
      const { access } = api[operation.operationId as keyof typeof api];
      expect(operation.security, operation.operationId).toEqual(access === 'public' ? [] : [{ session: [] }]);
    }
    expect(document.components.securitySchemes.session?.name).toBe('__Host-hearth_session');
  });

  it('refers only to components that exist, and to each of them', () => {
    const referenced = new Set(
      [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
    );
    expect([...referenced].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted());
    expect(text).not.toContain('$defs');
  });

  it('describes every parameter of a path', () => {
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const described = operation.parameters
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => name);
      expect(described.toSorted(), path).toEqual(inPath.toSorted());
    }
  });

  it('names schemas that several operations share instead of repeating them', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Comment', 'Error', 'Person', 'Post', 'Space']),
    );
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['CreateSpaceBody', 'Poll', 'PollInput', 'SignUpBody']),
    );
    // In characters for each operation, with its part of the shared schemas.
    expect(text.length / operations.length).toBeLessThan(2_200);
  });
});
