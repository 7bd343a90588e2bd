import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { apiByFeature } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type ErrorCode, errorCatalogue, errorMessage } from '#contract/errors.ts';
import { defaultLocale } from '#contract/i18n/locale.ts';
import { withLocale } from '../reader-locale.ts';

type Json = Record<string, unknown>;

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json =>
  z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' }) as Json;

function parametersOf(endpoint: Endpoint): Json[] {
  return (['params', 'query'] as const).flatMap((part) => {
    const schema = endpoint[part] && jsonSchema(endpoint[part], 'input');
    if (!schema) return [];
    const required = new Set((schema.required as string[] | undefined) ?? []);
    return Object.entries(schema.properties as Record<string, Json>).map(([name, property]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || required.has(name),
      schema: property,
    }));
  });
}

function responsesOf(endpoint: Endpoint): Json {
  const byStatus = new Map<number, string[]>();
  const codes = [
    ...endpoint.errors,
    ...(endpoint.access === 'public' ? [] : (['authentication_required'] as const)),
    'rate_limited' as const,
  ];
  for (const code of ['invalid_input', ...codes] as const) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const errors = [...byStatus].map(([status, list]) => [
    String(status),
    {
      description: list.map((code) => `\`${code}\`: ${errorMessage(code as ErrorCode)}`).join('\n\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
  return {
    200: {
      description: 'Done',
      content: { 'application/json': { schema: jsonSchema(endpoint.output, 'output') } },
    },
    ...Object.fromEntries(errors),
  };
}

/** Returns the contract as an OpenAPI 3.1 document. */
export function toOpenApi(brandName: string, serverUrl: string): Json {
  const paths: Record<string, Json> = {};
  const endpoints = Object.entries(apiByFeature).flatMap(([feature, group]) =>
    Object.entries(group as Record<string, Endpoint>).map(([id, endpoint]) => ({ feature, id, endpoint })),
  );
  for (const { feature, id, endpoint } of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const body = endpoint.rawBody
      ? { content: { 'application/octet-stream': {} }, required: true }
      : endpoint.body && {
          content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
          required: true,
        };
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = {
      operationId: id,
      tags: [feature],
      summary: endpoint.summary,
      description: `Access: ${endpoint.access}.`,
      'x-access': endpoint.access,
      parameters: parametersOf(endpoint),
      ...(body ? { requestBody: body } : {}),
      responses: responsesOf(endpoint),
    };
  }
  const error = z.object({
    error: z.object({
      code: z.enum(Object.keys(errorCatalogue) as [string]),
      message: z.string(),
      data: z.unknown(),
      request_id: z.string(),
    }),
  });
  return {
    openapi: '3.1.0',
    info: { title: `${brandName} API`, version: '1', license: { name: 'AGPL-3.0-or-later' } },
    servers: [{ url: serverUrl }],
    paths,
    components: { schemas: { Error: jsonSchema(error, 'output') } },
  };
}

const readerFiles = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const;
const readerPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API reference</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="reader"></div><script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`;
const readerStart = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#reader', deepLinking: true });`;
const readerPolicy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/** Adds `/api/openapi.json` and its viewer at `/api/docs`. */
export function openApiRoutes(app: FastifyInstance, brandName: string, publicUrl: () => string): void {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  let document: Json | null = null;
  app.get('/api/openapi.json', async () => {
    // The document is kept, so it doesn't depend on who requests it first.
    document ??= withLocale(defaultLocale, () => toOpenApi(brandName, publicUrl()));
    return document;
  });
  app.get('/api/docs', async (_request, reply) =>
    reply.header('content-security-policy', readerPolicy).type('text/html; charset=utf-8').send(readerPage),
  );
  app.get('/api/docs/start.js', async (_request, reply) => reply.type('text/javascript').send(readerStart));
  for (const [name, type] of Object.entries(readerFiles)) {
    app.get(`/api/docs/${name}`, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=86400')
        .send(await readFile(join(folder, name))),
    );
  }
}
