/** The exported types of the contract, found by the text of their JSON schema. */
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { JsonSchema } from './notation.ts'

export type NamedType = { name: string; schema: JsonSchema; text: string }

const folder = resolve(import.meta.dirname, '../../src/contract')
/** Below this a name says less than the type itself. */
const SHORTEST = 60

const modules = await Promise.all(
  readdirSync(folder)
    .filter(file => file.endsWith('.ts') && file !== 'import.ts')
    .sort()
    .map(file => import(pathToFileURL(join(folder, file)).href) as Promise<object>),
)

export const namedTypes: readonly NamedType[] = modules
  .flatMap(module => Object.entries(module))
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .filter(([name, value]) => /^[A-Z][a-z]/.test(name) && value instanceof z.ZodType)
  .flatMap(([name, type]) =>
    (['input', 'output'] as const).map(io => {
      const schema = z.toJSONSchema(type, { io, unrepresentable: 'any', target: 'draft-2020-12' })
      return { name, schema: schema as JsonSchema, text: textOf(schema as JsonSchema) }
    }),
  )
  .filter(({ text }) => text.length > SHORTEST)

export function nameOf(schema: JsonSchema): string | undefined {
  const text = textOf(schema)
  return text.length > SHORTEST ? namedTypes.find(type => type.text === text)?.name : undefined
}

/** Without `$schema`, which only the outermost schema has. */
function textOf({ $schema, ...schema }: JsonSchema): string {
  return JSON.stringify(schema)
}
