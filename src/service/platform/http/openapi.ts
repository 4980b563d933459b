/** The API description, OpenAPI 3.1 of every endpoint. docs/api.md explains to developers of apps how to use it. */
import { z } from 'zod'
import { endpoints } from '#src/contract/all.ts'
import { errorsOf } from '#src/contract/call-errors.ts'
import type { AccessLevel, Endpoint } from '#src/contract/endpoint.ts'
import { type ErrorCode, Meta, RESULTS } from '#src/contract/envelope.ts'
import { Id, Msisdn, VoucherCode } from '#src/contract/fields.ts'
import { DEFAULT_LANGUAGE, LANGUAGES } from '#src/contract/languages.ts'
import { FRESH_SECONDS } from '#src/contract/limits.ts'
import { FileUse, StreamLimit } from '#src/contract/player.ts'
import { ProofOfWorkChallenge } from '#src/contract/proof-of-work.ts'
import { ReauthRequired, SessionLimit } from '#src/contract/session.ts'
import { brandName } from '#src/lib/i18n/brand-name.ts'
import {
  type ComponentSchemas,
  createComponentSchemas,
  type JsonSchema,
} from './openapi-schemas.ts'

type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}
type Response = {
  description: string
  headers?: Record<string, { $ref: string }>
  content: { 'application/json': { schema: JsonSchema } }
}
type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { required: true; content: { 'application/json': { schema: JsonSchema } } }
  responses: Record<string, Response>
  'x-access': AccessLevel
  'x-added'?: true
  'x-reauth'?: string
  'x-not-for-children'?: true
}
export type OpenApiDocument = {
  openapi: '3.1.0'
  info: Record<string, unknown>
  servers: { url: string; description: string }[]
  tags: { name: string; 'x-displayName': string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: Record<string, Record<string, string>>
    parameters: Record<string, Parameter>
    headers: Record<string, { description: string; schema: JsonSchema }>
    schemas: Record<string, JsonSchema>
  }
  /** Status and code of every result. */
  'x-operation-results': typeof RESULTS
}

const TAGS: Record<string, { title: string; description: string }> = {
  session: {
    title: 'Sign-in and account',
    description: 'Sign-in, devices, passwords and the account.',
  },
  profiles: { title: 'Profiles', description: 'Profiles of a user and their PINs.' },
  content: { title: 'Titles and artists', description: 'Titles, artists, comments and likes.' },
  player: { title: 'Playback', description: 'Playback.' },
  live: { title: 'Live channels', description: 'Guide of live channels.' },
  library: { title: 'Library', description: 'Bookmarks, history and continue watching.' },
  pages: {
    title: 'Home page and layout',
    description: 'Home page, categories and what every page shows.',
  },
  search: { title: 'Search', description: 'Search.' },
  checkout: {
    title: 'Packages and payments',
    description: 'Packages, payments and direct debit.',
  },
  cinema: { title: 'Online cinema', description: 'Tickets of the online cinema.' },
  support: { title: 'Support', description: 'Questions to the support team.' },
  surveys: { title: 'Surveys', description: 'Surveys.' },
}

const SECURITY: Record<AccessLevel, Record<string, string[]>[]> = {
  anonymous: [{}, { bearer: [] }, { bearer: [], profile: [] }],
  limited: [{ limited: [] }],
  user: [{ bearer: [] }, { bearer: [], profile: [] }],
  profile: [{ bearer: [], profile: [] }],
  adult: [{ bearer: [], profile: [] }],
  primary: [{ bearer: [], profile: [] }],
}
const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: '`access_token` of the reply to a sign-in.',
  },
  profile: {
    type: 'apiKey',
    in: 'header',
    name: 'Profile-Token',
    description: '`profile_access_token` of `switchProfile`.',
  },
  limited: {
    type: 'http',
    scheme: 'bearer',
    description: '`limited_token` of a 403 `session_limit`.',
  },
}
const CALLERS: Record<AccessLevel, string> = {
  anonymous: 'Everybody may call it; the reply depends on the tokens if there are any.',
  limited: 'Needs the limited token of a 403 `session_limit`.',
  user: 'Needs a signed-in user. A profile is not necessary.',
  profile: 'Needs a signed-in user with a profile.',
  adult: 'Needs an adult profile.',
  primary: 'Needs the primary profile.',
}

const text = (schema: JsonSchema = {}): JsonSchema => ({ type: 'string', ...schema })
const headerParameter = (name: string, description: string, schema: JsonSchema): Parameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
})
const HEADERS: Record<string, Parameter> = {
  AcceptLanguage: headerParameter(
    'Accept-Language',
    'Language of texts in the reply.',
    text({ enum: [...LANGUAGES], default: DEFAULT_LANGUAGE }),
  ),
  Platform: headerParameter(
    'Platform',
    'Platform of the app, such as Android, iOS or TV.',
    text({ maxLength: 20 }),
  ),
  VersionNumber: headerParameter('Version-Number', 'Version of the app.', text({ maxLength: 60 })),
  DeviceId: headerParameter(
    'Device-Id',
    'Identifier that the app creates once per installation and keeps.',
    text({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
  ),
  KnownDevices: headerParameter(
    'Known-Devices',
    '`known_devices` of the last sign-in on this device. Known devices have limits of their own.',
    text({ maxLength: 600 }),
  ),
  Proof: headerParameter(
    'Proof',
    'Solution of the challenge in a 428 `proof_required`: JSON `{ challenge, solution }` in base64url.',
    text({ maxLength: 2_000 }),
  ),
  IdempotencyKey: headerParameter(
    'Idempotency-Key',
    'Random key of this action. A repetition with the same key and body returns the first reply and has no second effect.',
    text({ minLength: 1, maxLength: 100 }),
  ),
}
const COMMON_HEADERS = ['AcceptLanguage', 'Platform', 'VersionNumber', 'DeviceId']

type PathParameter = { type: z.ZodType; description: string }
const PATH_PARAMETERS: Record<string, PathParameter> = {
  code: { type: z.string().min(1).max(20), description: 'Code that the television shows.' },
  fileId: { type: Id, description: '`video_file_id` of the file.' },
  kind: {
    type: z.enum(['contents', 'artists', 'categories']),
    description: 'Kind of the entries.',
  },
  msisdn: { type: Msisdn, description: 'Mobile number.' },
  packageId: { type: Id, description: 'Identifier of the package.' },
  poll_token: { type: Id, description: '`poll_token` of `startRemoteAccess`.' },
  ref: { type: Id, description: 'Identifier or `ref` of the survey or group.' },
  short_id: { type: Id, description: 'Short identifier, as in addresses of pages.' },
  token: { type: z.string().min(1).max(2_000), description: 'Token of the event.' },
  use: { type: FileUse, description: 'What the file is requested for.' },
  voucherCode: { type: VoucherCode, description: 'Voucher code.' },
}
/** What `id` is, by the beginning of the path. */
const IDS: Record<string, string> = {
  '/access-token': 'Identifier of the user.',
  '/categories': 'Identifier or `short_id` of the category.',
  '/cinema-online': 'Identifier of the payment.',
  '/comments': 'Identifier of the comment.',
  '/direct-debit': 'Identifier of the contract.',
  '/playback': 'Identifier of the lease.',
  '/subscriptions': 'Identifier of the payment.',
  '/tickets': 'Identifier of the support ticket.',
  '/users/profile': 'Identifier of the profile.',
  '/users/_self': 'Identifier of the title.',
  '/video-contents': 'Identifier of the title.',
}

/** Data of the failures that explain themselves. */
const ERROR_DATA: Partial<Record<ErrorCode, z.ZodType>> = {
  session_limit: SessionLimit,
  stream_limit: StreamLimit,
  reauth_required: ReauthRequired,
  proof_required: ProofOfWorkChallenge,
}
const STATUS_TEXTS: Record<number, string> = {
  400: 'The request is not valid JSON.',
  401: 'The tokens are missing or not valid any more.',
  403: 'The caller may not do this now.',
  404: 'It does not exist.',
  409: 'It conflicts with the present state.',
  410: 'It existed, but has ended.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'A value is not valid. `errors` names the field.',
  428: 'Solve the challenge and send the solution in the header Proof.',
  429: 'Too many requests. Retry after the seconds of Retry-After.',
  451: 'The title is above the age band of the profile.',
  500: 'The service failed.',
  502: 'A provider failed.',
  503: 'The service cannot answer now. Retry after the seconds of Retry-After.',
  504: 'A provider did not answer in time.',
}

/** @param serverUrl address below which the calls are, such as `https://example.com/api` */
export function openApiDocument(serverUrl: string): OpenApiDocument {
  const schemas = createComponentSchemas()
  const errors = createErrorSchemas(schemas)
  const paths: OpenApiDocument['paths'] = {}
  for (const { name, domain, endpoint, schemas: call } of endpoints) {
    const path = endpoint.path.replace(/\/$/, '')
    const query = call.query ? schemas.convert(call.query, 'input', name) : undefined
    const codes = errorsOf(endpoint, {
      hasParams: endpoint.path.includes('{'),
      hasBody: call.body !== undefined,
    })
    const success = (type: z.ZodType) => successSchema(schemas.convert(type, 'output', name))
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = {
      operationId: name,
      tags: [domain],
      summary: call.summary,
      description: descriptionOf(endpoint),
      ...(call.own ? { 'x-added': true } : {}),
      'x-access': endpoint.access,
      ...(endpoint.reauth ? { 'x-reauth': endpoint.reauth } : {}),
      ...(endpoint.notForChildren ? { 'x-not-for-children': true } : {}),
      security: SECURITY[endpoint.access],
      parameters: [
        ...pathParameters(schemas, endpoint),
        ...queryParameters(query),
        ...headersOf(endpoint, codes).map(header => ({
          $ref: `#/components/parameters/${header}`,
        })),
      ],
      ...(call.body ? { requestBody: bodyOf(schemas.convert(call.body, 'input', name)) } : {}),
      responses: {
        200: reply('Success.', success(call.done ?? call.data)),
        ...(call.waiting
          ? { 202: reply('Not done yet. Ask again later.', success(call.waiting)) }
          : {}),
        ...errorResponses(codes, errors.reference),
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brandName(LANGUAGES.at(-1) ?? DEFAULT_LANGUAGE)} API`,
      version: '1.0.0',
      description:
        'The API of the site and its apps. Every reply is `{ data, meta }`; `meta.operation_result` names the result. A request with an unknown or repeated query parameter or an unknown field is refused with 422. Replies may get further fields, which clients ignore.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      contact: { name: 'Support', url: serverUrl.replace(/\/api$/, '/contact-us') },
    },
    servers: [{ url: serverUrl, description: 'This service.' }],
    tags: [...new Set(endpoints.map(({ domain }) => domain))].map(name => ({
      name,
      'x-displayName': TAGS[name]?.title ?? name,
      description: TAGS[name]?.description ?? '',
    })),
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: HEADERS,
      headers: {
        RetryAfter: {
          description: 'Seconds after which a retry makes sense.',
          schema: { type: 'integer', minimum: 1, maximum: 86_400 },
        },
      },
      schemas: errors.withErrors(schemas.components()),
    },
    'x-operation-results': RESULTS,
  }
}

function descriptionOf({ access, reauth, notForChildren, idempotent, effect }: Endpoint): string {
  const minutes = FRESH_SECONDS / 60
  return [
    CALLERS[access],
    notForChildren && 'Profiles of children get 403.',
    reauth === 'any' &&
      `The session must have confirmed a code or the password in the last ${minutes} minutes, else 403 \`reauth_required\`.`,
    reauth === 'code' &&
      `The session must have confirmed a code in the last ${minutes} minutes, else 403 \`reauth_required\`.`,
    idempotent && 'Send an Idempotency-Key, so that a retry has no second effect.',
    effect && 'It has an effect, so it must not be prefetched or cached.',
  ]
    .filter(Boolean)
    .join(' ')
}

function pathParameters(schemas: ComponentSchemas, { path, name }: Endpoint): Parameter[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, key = '']) => {
    const { type, description } = PATH_PARAMETERS[key] ?? { type: Id, description: idIn(path) }
    const schema = schemas.convert(type, 'input', name)
    return { name: key, in: 'path', required: true, description, schema }
  })
}

function idIn(path: string): string {
  const start = Object.keys(IDS).find(each => path.startsWith(`${each}/`))
  return (start && IDS[start]) || ''
}

function queryParameters(query: JsonSchema | undefined): Parameter[] {
  return Object.entries(query?.properties ?? {}).map(([name, { description = '', ...schema }]) => ({
    name,
    in: 'query',
    required: query?.required?.includes(name) ?? false,
    description,
    schema: keepReference(query?.properties?.[name], schema),
  }))
}

/** Returns the property itself if it is a reference, because its target's name is only known at the end. */
function keepReference(property: JsonSchema | undefined, plain: JsonSchema): JsonSchema {
  return property?.$ref ? property : plain
}

function headersOf(endpoint: Endpoint, codes: readonly ErrorCode[]): string[] {
  return [
    ...COMMON_HEADERS,
    ...(endpoint.session === 'opens' || codes.includes('proof_required') ? ['KnownDevices'] : []),
    ...(codes.includes('proof_required') ? ['Proof'] : []),
    ...(endpoint.idempotent ? ['IdempotencyKey'] : []),
  ]
}

function bodyOf(schema: JsonSchema): NonNullable<Operation['requestBody']> {
  return { required: true, content: { 'application/json': { schema } } }
}

function reply(description: string, schema: JsonSchema): Response {
  return { description, content: { 'application/json': { schema } } }
}

function successSchema(data: JsonSchema): JsonSchema {
  data.description ??= 'Content of the reply.'
  return {
    type: 'object',
    required: ['data', 'meta'],
    properties: {
      data,
      meta: { $ref: '#/components/schemas/SuccessMeta', description: 'Result of the call.' },
    },
  }
}

/** Groups the failures of a call by their status. */
function errorResponses(
  codes: readonly ErrorCode[],
  reference: (code: ErrorCode) => JsonSchema,
): Record<string, Response> {
  const byStatus = Map.groupBy(codes, code => RESULTS[code][0])
  return Object.fromEntries(
    [...byStatus].map(([status, own]) => {
      const schemas = own.map(reference)
      const [only] = schemas
      const schema = schemas.length === 1 && only ? only : { anyOf: schemas }
      const hasRetry = status === 429 || status >= 502
      const headers = hasRetry
        ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }
        : {}
      return [status, { ...reply(STATUS_TEXTS[status] ?? '', schema), ...headers }]
    }),
  )
}

/** One component per failure, in which `operation_result` is constant and `data` has the type that this failure explains. */
function createErrorSchemas(schemas: ComponentSchemas) {
  const used = new Set<ErrorCode>()
  const data = Object.fromEntries(
    Object.entries(ERROR_DATA).map(([code, type]) => {
      const schema = schemas.convert(type, 'output', code)
      schema.description ??= 'What the failure explains.'
      return [code, schema]
    }),
  )
  const meta = schemas.convert(Meta, 'output', 'meta')
  return {
    reference: (code: ErrorCode): JsonSchema => {
      used.add(code)
      return { $ref: `#/components/schemas/${errorName(code)}` }
    },
    withErrors: (components: Record<string, JsonSchema>): Record<string, JsonSchema> => ({
      ...components,
      SuccessMeta: metaOf('success', {}),
      ...Object.fromEntries(
        [...used].sort().map(code => [
          errorName(code),
          {
            type: 'object',
            description: `Failure \`${code}\`.`,
            required: ['data', 'meta'],
            properties: {
              data: data[code] ?? { type: 'null', description: 'Always null.' },
              meta: { allOf: [meta, metaOf(code, {})], description: 'Result of the call.' },
            },
          } satisfies JsonSchema,
        ]),
      ),
    }),
  }
}

function metaOf(result: keyof typeof RESULTS, more: Record<string, JsonSchema>): JsonSchema {
  return {
    type: 'object',
    description: 'Result of the call.',
    required: ['operation_result', 'operation_result_code'],
    properties: {
      operation_result: {
        type: 'string',
        const: result,
        description: 'Name of the result. It is stable.',
      },
      operation_result_code: {
        type: 'integer',
        const: RESULTS[result][1],
        description: 'Number of the result. It is stable.',
      },
      ...more,
    },
  }
}

function errorName(code: ErrorCode): string {
  const words = code.split('_').map(word => word.charAt(0).toUpperCase() + word.slice(1))
  return `${words.join('').replace(/Error$/, '')}Error`
}
