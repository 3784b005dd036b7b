import { z } from 'zod';
import { limits } from './base/limits.ts';
import { problemTypes } from './base/problem.ts';
import type { Endpoint } from './service/declaration.ts';

type Json = Record<string, unknown>;

const problemSchema = z
  .object({
    type: z.string().describe('Machine-readable error code'),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
  })
  .meta({ title: 'RFC 9457 problem' });

/** The OpenAPI 3.1 document, from the declarations that requests are validated with. */
export function describeApi(endpoints: readonly Endpoint[], url: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Supplier Integration Service (sandbox)',
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
      description: `Requests are limited to ${limits.bodyBytes} bytes. Images are uploaded to the address that presign returns, with the presigned Content-Type and no Authorization header. Operations list under x-not-shown what the specification leaves open.`,
    },
    servers: [{ url }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.spec))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: toSchema(problemSchema) },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key or a JWT' },
        portalSession: { type: 'apiKey', in: 'cookie', name: 'session' },
      },
    },
  };
}

function operation(endpoint: Endpoint): Json {
  const { summary, spec, notShown } = endpoint;
  return {
    operationId: operationId(endpoint),
    summary,
    tags: [spec],
    security: security(endpoint),
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint), ...headers(endpoint)],
    ...requestBody(endpoint),
    responses: { ...answers(endpoint), default: refusal() },
    ...(notShown ? { 'x-not-shown': notShown } : {}),
  };
}

function operationId({ method, path }: Endpoint): string {
  const words = path.split('/').map((part) => part.replace(/^:/, 'by-'));
  return [method.toLowerCase(), ...words.slice(2)].join('_').replace(/-/g, '_');
}

function security({ access }: Endpoint): Json[] {
  if (access === 'open') return [];
  return access === 'portal' ? [{ portalSession: [] }] : [{ bearer: [access.scope] }];
}

function pathParameters({ path, numeric, uuid }: Endpoint): Json[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return names.map((name) => {
    const isWhole = numeric?.includes(name) ?? false;
    const text = { type: 'string', ...(uuid?.includes(name) ? { format: 'uuid' } : {}) };
    return { name, in: 'path', required: true, schema: isWhole ? { type: 'integer' } : text };
  });
}

function queryParameters({ query = [] }: Endpoint): Json[] {
  return query.map(({ name, description, schema }) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema: toSchema(schema),
  }));
}

function headers({ idempotent, ifMatch }: Endpoint): Json[] {
  const named = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  return [
    ...(idempotent ? [named('Idempotency-Key', 'The same key replays the stored response')] : []),
    ...(ifMatch ? [named('If-Match', "The order's version token")] : []),
  ];
}

function requestBody({ body, documentedBody, bodyPresence }: Endpoint): Json {
  const schema = documentedBody ?? body;
  if (!schema) return {};
  const content = { 'application/json': { schema: toSchema(schema) } };
  return { requestBody: { required: bodyPresence !== 'optional', content } };
}

function answers(endpoint: Endpoint): Json {
  const all = Object.entries(endpoint.answers).map(([status, { description, schema }]) => [
    status,
    schema
      ? { description, content: { 'application/json': { schema: toSchema(schema) } } }
      : { description },
  ]);
  return Object.fromEntries(all);
}

function refusal(): Json {
  const types = Object.keys(problemTypes).join(', ');
  const schema = { $ref: '#/components/schemas/Problem' };
  return {
    description: `A refusal; type is one of ${types}`,
    content: { 'application/problem+json': { schema } },
  };
}

function toSchema(schema: z.ZodType): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}
