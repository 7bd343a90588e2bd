import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { apiByFeature } from '#contract/api.ts';
import { type ErrorCode, errorCatalogue } from '#contract/errors.ts';
import type { Access } from '#contract/schema/access.ts';
import type { Endpoint } from '#contract/schema/endpoint.ts';
import { sessionCookieName } from '../../auth/session-cookie.ts';
import { apiDocsPage, apiDocsPolicy, type OpenApiDocument } from './api-docs/api-docs-page.ts';
import { type Json, SchemaComponents } from './openapi-schemas.ts';

/** What each level of access requires, as people read it. */
const accessTexts: Record<Access, string> = {
  public: 'Anyone.',
  'signed-in': 'Signed-in users.',
  'space-visitor': 'Anyone who can see the about page of the space.',
  'space-viewer': 'Anyone who can see the content of the space.',
  'space-member': 'Members of the space.',
  'space-editor': 'The owner and admins of the space.',
  'space-owner': 'The owner of the space.',
};

/** Error codes that every endpoint can return, or every one with a body, a path parameter, or a session. */
function errorCodesOf(endpoint: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = ['invalid_input', ...endpoint.errors];
  if (endpoint.access !== 'public') codes.push('authentication_required');
  codes.push('rate_limited', 'unavailable');
  return [...new Set(codes)];
}

function responsesOf(endpoint: Endpoint, components: SchemaComponents): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodesOf(endpoint)) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const errors = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\``).join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
  return {
    200: {
      description: 'Success',
      content: { 'application/json': { schema: components.convert(endpoint.output, 'output') } },
    },
    ...Object.fromEntries(errors),
  };
}

/** The parameters of an endpoint, each by itself: a schema of all of them is no component, even if it has a name. */
function parameterSchemasOf(endpoint: Endpoint, part: 'params' | 'query'): z.ZodType | undefined {
  const schema = endpoint[part];
  return schema && z.object(schema.shape);
}

function parametersOf(endpoint: Endpoint, components: SchemaComponents): Json[] {
  return (['params', 'query'] as const).flatMap((part) => {
    const schemas = parameterSchemasOf(endpoint, part);
    const { required = [], properties = {} } = schemas
      ? (components.convert(schemas, 'input') as {
          required?: string[];
          properties?: Record<string, Json>;
        })
      : {};
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || required.includes(name),
      schema,
    }));
  });
}

function operationOf(feature: string, id: string, endpoint: Endpoint, components: SchemaComponents): Json {
  const content = endpoint.rawBody
    ? { 'application/octet-stream': {} }
    : endpoint.body && { 'application/json': { schema: components.convert(endpoint.body, 'input') } };
  return {
    operationId: id,
    tags: [feature],
    summary: endpoint.summary,
    description: `Access: ${accessTexts[endpoint.access]}`,
    'x-access': endpoint.access,
    security: endpoint.access === 'public' ? [] : [{ session: [] }],
    parameters: parametersOf(endpoint, components),
    ...(content ? { requestBody: { content, required: true } } : {}),
    responses: responsesOf(endpoint, components),
  };
}

const errorBody = z.object({
  error: z.object({
    code: z.enum(Object.keys(errorCatalogue) as [string]),
    message: z.string().meta({ description: 'A sentence for people, in the language of the request.' }),
    data: z.unknown(),
    request_id: z.string(),
  }),
});

/** Returns the contract as an OpenAPI 3.1 document. */
export function toOpenApi(brandName: string, serverUrl: string): Json {
  const endpoints = Object.entries(apiByFeature).flatMap(([feature, group]) =>
    Object.entries(group as Record<string, Endpoint>).map(([id, endpoint]) => ({ feature, id, endpoint })),
  );
  const components = new SchemaComponents(
    endpoints.flatMap(({ endpoint }) => [
      { schema: endpoint.output, io: 'output' as const },
      ...[parameterSchemasOf(endpoint, 'params'), parameterSchemasOf(endpoint, 'query'), endpoint.body]
        .filter((schema) => schema !== undefined)
        .map((schema) => ({ schema, io: 'input' as const })),
    ]),
  );
  const paths: Record<string, Json> = {};
  for (const { feature, id, endpoint } of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operationOf(feature, id, endpoint, components),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brandName} API`,
      version: '1',
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      schemas: { ...components.list(), Error: components.convert(errorBody, 'output') },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieName(serverUrl.startsWith('https:')),
          description: 'The cookie that signing in sets.',
        },
      },
    },
  };
}

/** Adds `/api/openapi.json` and its reference at `/api/docs`. */
export function openApiRoutes(app: FastifyInstance, brandName: string, publicUrl: () => string): void {
  let document: Json | null = null;
  let page: string | null = null;
  const getDocument = () => {
    document ??= toOpenApi(brandName, publicUrl());
    return document;
  };
  app.get('/api/openapi.json', async () => getDocument());
  app.get('/api/docs', async (_request, reply) => {
    page ??= apiDocsPage(getDocument() as unknown as OpenApiDocument);
    return reply.header('content-security-policy', apiDocsPolicy).type('text/html; charset=utf-8').send(page);
  });
}
