import { z } from 'zod'
import { endpoints } from '#src/contract/all.ts'
import { Envelope, RESULTS } from '#src/contract/envelope.ts'
import { DEFAULT_LANGUAGE, LANGUAGES } from '#src/contract/languages.ts'
import { brandName } from '#src/lib/i18n/brand-name.ts'

/** OpenAPI 3.1 of every endpoint, made from the contract's own schemas. */
export function openapi(serverUrl: string): unknown {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { name, domain, endpoint, schemas } of endpoints) {
    const schema = (type: z.ZodType, io: 'input' | 'output') =>
      z.toJSONSchema(type, { io, unrepresentable: 'any', target: 'draft-2020-12' })
    const query = schemas.query ? schema(schemas.query, 'input') : undefined
    paths[endpoint.path] ??= {}
    const operation = {
      operationId: name,
      tags: [domain],
      summary: schemas.summary,
      ...(endpoint.own ? { 'x-added': true } : {}),
      'x-access': endpoint.access,
      ...(endpoint.reauth ? { 'x-reauth': endpoint.reauth } : {}),
      ...(endpoint.notForChildren ? { 'x-not-for-children': true } : {}),
      security: endpoint.access === 'anonymous' ? [] : [{ bearer: [] }],
      parameters: [
        ...[...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => ({
          name: key,
          in: 'path',
          required: true,
          schema: { type: 'string' },
        })),
        ...Object.entries(query?.properties ?? {}).map(([key, value]) => ({
          name: key,
          in: 'query',
          required: query?.required?.includes(key) ?? false,
          schema: value,
        })),
        ...(endpoint.idempotent
          ? [
              {
                name: 'Idempotency-Key',
                in: 'header',
                required: false,
                schema: { type: 'string', maxLength: 100 },
              },
            ]
          : []),
      ],
      ...(schemas.body
        ? {
            requestBody: {
              required: true,
              content: { 'application/json': { schema: schema(schemas.body, 'input') } },
            },
          }
        : {}),
      responses: {
        200: {
          description: 'Success',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['data', 'meta'],
                properties: {
                  data: schema(schemas.data, 'output'),
                  meta: { $ref: '#/components/schemas/Meta' },
                },
              },
            },
          },
        },
        default: {
          description: 'ApiError',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
        },
      },
    }
    ;(paths[endpoint.path] as Record<string, unknown>)[endpoint.method.toLowerCase()] = operation
  }
  return {
    openapi: '3.1.0',
    info: { title: `${brandName(LANGUAGES.at(-1) ?? DEFAULT_LANGUAGE)} API`, version: '1.0.0' },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Envelope: z.toJSONSchema(Envelope), Meta: z.toJSONSchema(Envelope.shape.meta) },
    },
    'x-operation-results': RESULTS,
  }
}
