/** JSON schemas in the notation of TypeScript. */
import { nameOf } from './named-types.ts'

export type JsonSchema = {
  $schema?: string
  type?: string | string[]
  pattern?: string
  const?: unknown
  enum?: unknown[]
  format?: string
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  prefixItems?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
}

const WIDTH = 110

/** @param used collects the names of types that the text mentions @param except the type that is being described */
export function notation(schema: JsonSchema, used: Set<string>, except?: string): string {
  return format(schema, { used, except, indent: '' })
}

type Context = { used: Set<string>; except: string | undefined; indent: string }

function format(schema: JsonSchema, context: Context): string {
  const name = nameOf(schema)
  if (name && name !== context.except) {
    context.used.add(name)
    return name
  }
  const inner = { ...context, except: undefined }
  const options = schema.anyOf ?? schema.oneOf
  if (options) return unionOf([...new Set(options.map(option => format(option, inner)))], context)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum)
    return unionOf(
      schema.enum.map(value => JSON.stringify(value)),
      context,
    )
  if (schema.type === 'array') return arrayOf(schema, inner)
  if (schema.type === 'object') return objectOf(schema, inner)
  return [schema.type ?? 'unknown'].flat().join(' | ')
}

function unionOf(options: string[], { indent }: Context): string {
  const line = options.join(' | ')
  if (line.length + indent.length <= WIDTH) return line
  return options.map(option => `\n${indent}  | ${option}`).join('')
}

function arrayOf({ items, prefixItems }: JsonSchema, context: Context): string {
  if (prefixItems) return `[${prefixItems.map(item => format(item, context)).join(', ')}]`
  const item = format(items ?? {}, context)
  return / \| /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

function objectOf(schema: JsonSchema, context: Context): string {
  const { properties = {}, required = [], additionalProperties } = schema
  const names = Object.keys(properties)
  if (names.length === 0)
    return typeof additionalProperties === 'object'
      ? `Record<string, ${format(additionalProperties, context)}>`
      : '{}'
  const deeper = { ...context, indent: `${context.indent}  ` }
  const fields = names.map(name => {
    const mark = required.includes(name) ? '' : '?'
    return `${name}${mark}: ${format(properties[name] ?? {}, deeper)}`
  })
  const line = `{ ${fields.join(', ')} }`
  if (!line.includes('\n') && line.length + context.indent.length <= WIDTH) return line
  return `{\n${fields.map(field => `${deeper.indent}${field}`).join('\n')}\n${context.indent}}`
}
