/** docs/api.md: the OpenAPI description as a page to read. */
import { RESULTS } from '#src/contract/envelope.ts'
import { openapi } from '#src/service/http/openapi.ts'
import { namedTypes } from './named-types.ts'
import { type JsonSchema, notation } from './notation.ts'

type Parameter = { name: string; in: string; required: boolean; schema: JsonSchema }
type Content = { content: { 'application/json': { schema: JsonSchema } } }
type Operation = {
  operationId: string
  tags: string[]
  summary: string
  parameters: Parameter[]
  requestBody?: Content
  responses: { 200: Content }
  'x-access': string
  'x-reauth'?: 'any' | 'code'
  'x-not-for-children'?: true
}
/** Errors whose reply has data. */
const ERROR_DATA: Partial<Record<string, string>> = {
  session_limit: 'SessionLimit',
  stream_limit: 'StreamLimit',
  reauth_required: 'ReauthRequired',
  proof_required: 'Challenge',
}

type Call = { method: string; path: string; operation: Operation }

const INTRODUCTION = `# API

Generated from the contract by \`npm run docs\`; a test compares. The same for programs: \`GET /api/openapi.json\`. A browser calls
\`/api/<path>\`, a native client the service itself with \`Authorization: Bearer <access token>\` and \`Profile-Token\`.

Conventions: §7 of the [specification](specification.md). \`data\` is the content of the reply's \`data\`; \`?\` marks what may be left out.
Levels of access: [permissions.md](permissions.md). A body or query with an unknown key is refused with 422.
`

export function apiDocument(): string {
  const { paths } = openapi('') as { paths: Record<string, Record<string, Operation>> }
  const calls = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
    )
    .toSorted((a, b) => (addressOf(a) < addressOf(b) ? -1 : 1))
  const used = new Set(Object.values(ERROR_DATA) as string[])
  const domains = [...new Set(calls.map(({ operation }) => operation.tags[0] as string))].sort()
  const sections = domains.map(domain => {
    const own = calls.filter(({ operation }) => operation.tags[0] === domain)
    return `## ${domain}\n\n${own.map(call => callSection(call, used)).join('\n')}`
  })
  const text = [INTRODUCTION, ...sections, typeSection(used), errorSection()].join('\n')
  return text.replace(/ +$/gm, '')
}

function addressOf({ path, method }: Call): string {
  return `${path} ${method}`
}

function callSection({ method, path, operation }: Call, used: Set<string>): string {
  const query = operation.parameters.filter(parameter => parameter.in === 'query')
  const parts = [
    query.length > 0 && `query ${notation(queryObject(query), used)}`,
    operation.requestBody && `body ${notation(schemaOf(operation.requestBody), used)}`,
    `data ${notation(dataOf(operation), used)}`,
  ].filter(Boolean)
  const remarks = [`access: ${operation['x-access']}`, ...remarksOf(operation)]
  return [
    `### ${operation.operationId}`,
    '',
    `\`${method.toUpperCase()} ${path}\`: ${operation.summary} (${remarks.join('; ')}).`,
    '',
    '```ts',
    ...parts,
    '```',
    '',
  ].join('\n')
}

function remarksOf(operation: Operation): string[] {
  const isIdempotent = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
  const reauth = operation['x-reauth']
  return [
    ...(reauth ? [reauth === 'code' ? 'needs a fresh code' : 'needs a fresh proof'] : []),
    ...(operation['x-not-for-children'] ? ['not for children'] : []),
    ...(isIdempotent ? ['takes Idempotency-Key'] : []),
  ]
}

function queryObject(parameters: Parameter[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
}

function schemaOf({ content }: Content): JsonSchema {
  return content['application/json'].schema
}

function dataOf({ responses }: Operation): JsonSchema {
  return schemaOf(responses[200]).properties?.data ?? {}
}

/** The named types that the calls use, and those that these use in turn. */
function typeSection(used: Set<string>): string {
  const lines = new Map<string, string>()
  for (const name of used) {
    const { schema } = namedTypes.find(type => type.name === name) ?? {}
    const pattern = schema?.pattern ? ` // ${schema.pattern}` : ''
    if (schema) lines.set(name, `type ${name} = ${notation(schema, used, name)}${pattern}`)
  }
  const types = [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line)
  return ['## Types', '', '```ts', ...types, '```', ''].join('\n')
}

function errorSection(): string {
  const rows = Object.entries(RESULTS).map(
    ([result, [status, code]]) =>
      `| ${status} | \`${result}\` | ${code} | ${ERROR_DATA[result] ?? ''} |`,
  )
  const head = [
    '## Results',
    '',
    '| HTTP | operation_result | operation_result_code | data |',
    '|---|---|---|---|',
  ]
  return [...head, ...rows, ''].join('\n')
}
