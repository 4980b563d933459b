/** Mutated calls of /api/openapi.json. */
import { CALL_CASES, type TitleIds } from '../access/call-cases.ts'
import type { Random } from './random.ts'

type Schema = {
  type?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: unknown
  items?: Schema
  anyOf?: Schema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  $ref?: string
}
type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
type Reference = { $ref: string }
type Operation = {
  operationId: string
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
export type Document = {
  paths: Record<
    string,
    Record<string, Omit<Operation, 'parameters'> & { parameters: (Parameter | Reference)[] }>
  >
  components: { schemas: Record<string, Schema> }
}
export type Target = { method: string; path: string; operation: Operation; body?: Schema }
export type Call = {
  name: string
  what: string
  method: string
  path: string
  headers: Record<string, string>
  body?: string
  /** The call is invalid: it must not succeed. */
  isWrong: boolean
}
/** Real ids of the site, so that a call is valid except for its mutation. */
export type Known = TitleIds & { ids: readonly string[] }

const CONTROLS = ['\u0000', '\u0007', '\u001b[2J', '\u007f', '\u0085', '\u009b31m']
const ODD_IDS = [
  '__proto__',
  'constructor',
  'toString',
  '.',
  '..',
  '%',
  '%2e',
  "'; drop table users; --",
  '\u202egnp',
  '😀',
  ' ',
  '-1',
  '1e309',
  'null',
  'a'.repeat(3_000),
]
const ODD_VALUES = [null, true, -1, 1.5, 1e308, '', [], {}, [[[]]], { $ne: 1 }, 'NaN', '۱۲']
const ODD_BODIES = [
  '',
  '[',
  'null',
  '[]',
  '"text"',
  '1e999',
  '\ufeff{}',
  '{"a":1,"a":2}',
  `${'['.repeat(9_000)}${']'.repeat(9_000)}`,
  `{"a":"${'x'.repeat(70_000)}"}`,
  '{"__proto__":{"isPrimary":true}}',
]

export function targetsOf({ paths, components }: Document): Target[] {
  /** Replaces references in the fields of a body by the components. */
  const resolve = (schema: Schema): Schema => {
    const named = schema.$ref && components.schemas[schema.$ref.split('/').at(-1) as string]
    if (named) return resolve(named)
    const { properties = {} } = schema
    const resolved = Object.entries(properties).map(([name, each]) => [name, resolve(each)])
    return { ...schema, properties: Object.fromEntries(resolved) }
  }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const own = operation.requestBody?.content['application/json']?.schema
      const parameters = operation.parameters.filter(each => 'name' in each)
      return {
        method: method.toUpperCase(),
        path,
        operation: { ...operation, parameters },
        ...(own ? { body: resolve(own) } : {}),
      }
    }),
  )
}

export function aCall(target: Target, known: Known, random: Random): Call {
  const callCase = CALL_CASES[target.operation.operationId] ?? {}
  const id = random.pick(known.ids)
  const named = callCase.params?.(id, known) ?? {}
  const draft: Draft = {
    method: target.method,
    params: Object.fromEntries(
      target.operation.parameters
        .filter(parameter => parameter.in === 'path')
        .map(({ name }) => [name, named[name] ?? (name === 'msisdn' ? '09120000001' : id)]),
    ),
    query: new URLSearchParams(callCase.query?.(id, known)),
    body: target.body ? (callCase.body?.(id, known) ?? {}) : undefined,
    headers: {},
  }
  const ways = WAYS.filter(({ fits }) => fits(target, draft))
  const { what, spoil } = random.pick(ways)
  const isWrong = spoil(draft, target, random)
  return { ...written(draft, target), name: target.operation.operationId, what, isWrong }
}

type Draft = {
  method: string
  params: Record<string, string>
  query: URLSearchParams
  body: Record<string, unknown> | undefined
  raw?: string
  headers: Record<string, string>
}
type Way = {
  what: string
  fits: (target: Target, draft: Draft) => boolean
  /** @returns true if the call is now certainly invalid */
  spoil: (draft: Draft, target: Target, random: Random) => boolean
}

const always = () => true
const hasParams = (_: Target, { params }: Draft) => Object.keys(params).length > 0
const hasBody = ({ body }: Target) => body !== undefined
const fieldsOf = ({ body }: Target) => Object.entries(body?.properties ?? {})
const hasFields = (target: Target) => fieldsOf(target).length > 0
const queryOf = ({ operation }: Target) => operation.parameters.filter(each => each.in === 'query')
const hasQuery = (target: Target) => queryOf(target).length > 0

const WAYS: readonly Way[] = [
  {
    what: 'an odd id',
    fits: hasParams,
    spoil: ({ params }, _, { pick }) => {
      params[pick(Object.keys(params))] = pick(ODD_IDS)
      return false
    },
  },
  {
    what: 'a control character in an id',
    fits: hasParams,
    spoil: ({ params }, _, { pick }) => {
      const name = pick(Object.keys(params))
      params[name] = `${params[name]}${pick(CONTROLS)}`
      return true
    },
  },
  {
    what: 'a blank id',
    fits: hasParams,
    spoil: ({ params }, _, { pick }) => {
      params[pick(Object.keys(params))] = pick([' ', '\u00a0', '\t', ' \u3000 '])
      return true
    },
  },
  {
    what: 'an unknown key',
    fits: ({ body }) => body?.additionalProperties === false,
    spoil: (draft, _, { pick }) => {
      const key = pick(['is_primary', 'id', '__proto__', 'constructor', 'toString', '', ' '])
      draft.raw = JSON.stringify({ ...draft.body }).replace(/^\{/, `{${JSON.stringify(key)}:1,`)
      draft.raw = draft.raw.replace(',}', '}')
      return true
    },
  },
  {
    what: 'a control character in a text',
    fits: (_, { body }) => Object.values(body ?? {}).some(value => typeof value === 'string'),
    spoil: ({ body = {} }, _, { pick }) => {
      const key = pick(Object.keys(body).filter(each => typeof body[each] === 'string'))
      body[key] = `${body[key]}${pick([...CONTROLS, '\ud800'])}`
      return true
    },
  },
  {
    what: 'a value of another type',
    fits: hasFields,
    spoil: ({ body = {} }, target, { pick }) => {
      const [key, schema] = pick(fieldsOf(target))
      const other = otherType(schema)
      if (other === undefined) return false
      body[key] = other
      return true
    },
  },
  {
    what: 'a value out of range',
    fits: target => fieldsOf(target).some(([, schema]) => beyond(schema) !== undefined),
    spoil: ({ body = {} }, target, { pick }) => {
      const [key, schema] = pick(fieldsOf(target).filter(([, each]) => beyond(each) !== undefined))
      body[key] = beyond(schema)
      return true
    },
  },
  {
    what: 'a required value missing',
    fits: ({ body }) => (body?.required ?? []).length > 0,
    spoil: ({ body = {} }, target, { pick }) => {
      delete body[pick(target.body?.required ?? [])]
      return true
    },
  },
  {
    what: 'an odd value',
    fits: hasFields,
    spoil: ({ body = {} }, target, { pick }) => {
      body[pick(fieldsOf(target))[0]] = pick(ODD_VALUES)
      return false
    },
  },
  {
    what: 'an odd body',
    fits: hasBody,
    spoil: (draft, _, { pick }) => {
      draft.raw = pick(ODD_BODIES)
      return false
    },
  },
  {
    what: 'another content type',
    fits: hasBody,
    spoil: ({ headers }, _, { pick }) => {
      headers['content-type'] = pick(['text/plain', 'application/x-www-form-urlencoded', 'a', ''])
      return true
    },
  },
  {
    what: 'an unknown query',
    fits: hasQuery,
    spoil: ({ query }, _, { pick }) => {
      query.set(pick(['__proto__', 'constructor', 'is_primary', 'x y', 'ف']), '1')
      return true
    },
  },
  {
    what: 'a control character in a query',
    fits: hasQuery,
    spoil: ({ query }, target, { pick }) => {
      const { name } = pick(queryOf(target))
      query.set(name, `${query.get(name) ?? 'a'}${pick([...CONTROLS, '\n'])}`)
      return true
    },
  },
  {
    what: 'an odd query',
    fits: hasQuery,
    spoil: ({ query }, target, { pick }) => {
      const { name } = pick(queryOf(target))
      query.append(
        name,
        String(pick([...ODD_IDS.slice(0, -1), ...ODD_VALUES, '%26a=b', 'ا'.repeat(600)])),
      )
      return false
    },
  },
  {
    what: 'a place that is none',
    fits: target => queryOf(target).some(({ name }) => /^(offset|count)$/.test(name)),
    spoil: ({ query }, target, { pick }) => {
      const paging = queryOf(target).filter(({ name }) => /^(offset|count)$/.test(name))
      query.set(
        pick(paging).name,
        pick(['-1', '1.5', 'abc', '1e9', 'NaN', 'Infinity', '0x10ffffff']),
      )
      return true
    },
  },
  {
    what: 'another method',
    fits: always,
    spoil: (draft, _, { pick }) => {
      draft.method = pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      return false
    },
  },
  {
    what: 'odd headers',
    fits: always,
    spoil: ({ headers }, _, { pick }) => {
      const [name, value] = pick([
        ['idempotency-key', 'k'.repeat(101)],
        ['idempotency-key', '\u0080\u00ff'],
        ['accept-language', 'x'.repeat(500)],
        ['accept-encoding', 'identity;q=nonsense, x;;'],
        ['cookie', 'unique_id_v3=%00; state=a.b; session=~; =; ;;'],
        ['range', 'bytes=9-1,-'],
        ['if-none-match', '*, "'],
        ['authorization', 'Bearer \u00e9'],
        ['authorization', `Bearer ${'a'.repeat(2_000)}`],
        ['profile-token', '__proto__'],
        ['device-id', '\u0080'],
        ['x-request-id', '"><'],
        ['sec-fetch-site', 'same-origin, cross-site'],
      ] as const)
      headers[name] = value
      return false
    },
  },
]

function otherType(schema: Schema): unknown {
  if (schema.anyOf || schema.enum) return schema.enum ? { other: 1 } : undefined
  if (schema.type === 'string') return { length: 1 }
  if (schema.type === 'integer' || schema.type === 'number') return [1]
  if (schema.type === 'boolean') return 'yes'
  if (schema.type === 'array') return { 0: 'a' }
  return schema.type === 'object' ? 'text' : undefined
}

function beyond(schema: Schema): unknown {
  if (schema.enum) return 'none of these'
  if (schema.maxLength !== undefined) return 'ا'.repeat(schema.maxLength + 1)
  if (schema.type === 'array' && schema.maxItems !== undefined)
    return Array.from({ length: schema.maxItems + 1 }, () => 'a')
  if (schema.type !== 'integer' && schema.type !== 'number') return undefined
  return schema.maximum === undefined ? -1e300 : schema.maximum + 1
}

function written(draft: Draft, { path }: Target): Omit<Call, 'name' | 'what' | 'isWrong'> {
  const { method, params, query, headers } = draft
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => escaped(params[key] ?? ''))
  const isRead = method === 'GET' || method === 'HEAD'
  const body = isRead ? undefined : (draft.raw ?? (draft.body && JSON.stringify(draft.body)))
  return {
    method,
    path: `/api${filled}${query.size > 0 ? `?${query}` : ''}`,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
  }
}

/** Leaves some values unencoded, so that invalid escapes are sent too. */
function escaped(id: string): string {
  return id === '%' ? id : encodeURIComponent(id)
}
