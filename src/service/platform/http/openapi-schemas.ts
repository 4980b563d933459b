/** JSON schemas of the contract for the API description: components by name, with a description of each field. */
import { z } from 'zod'
import { componentRegistry } from '#src/contract/components.ts'
import { findDescription } from '#src/contract/descriptions.ts'
import { inputForms } from '#src/contract/fields.ts'

export type JsonSchema = {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string | string[]
  description?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema | false
  prefixItems?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  examples?: unknown[]
  pattern?: string
}
type Direction = 'input' | 'output'
type Definitions = Map<string, JsonSchema>

export type ComponentSchemas = {
  /** Returns the JSON schema of an input or output; `owner` is the name of its call. */
  convert: (type: z.ZodType, direction: Direction, owner: string) => JsonSchema
  /** Returns the components that converted schemas refer to. */
  components: () => Record<string, JsonSchema>
}

const MAX_INTEGER = Number.MAX_SAFE_INTEGER
const REF = '#/$defs/'
const COMPONENTS = '#/components/schemas/'

/**
 * Collects the components of schemas. A component whose input differs from its output, for example by optional fields, is listed
 * twice: the input's name ends with `Input`.
 */
export function createComponentSchemas(): ComponentSchemas {
  const definitions = { input: new Map(), output: new Map() } satisfies Record<
    Direction,
    Definitions
  >
  const inputs = new WeakSet<JsonSchema>()
  const converted: JsonSchema[] = []
  return {
    convert(type, direction, owner) {
      const { $defs = {}, ...schema } = toJson(type, direction)
      for (const [name, definition] of Object.entries($defs))
        if (!definitions[direction].has(name))
          definitions[direction].set(name, describe(definition, [name]))
      describe(schema, [owner])
      converted.push(schema)
      if (direction === 'input') inputs.add(schema)
      return schema
    },
    components() {
      const { input, output } = definitions
      const differing = differingNames(input, output)
      for (const schema of converted) rename(schema, inputs.has(schema) ? differing : new Set())
      const named = new Map<string, JsonSchema>()
      for (const [name, schema] of output) named.set(name, rename(schema, new Set()))
      for (const [name, schema] of input)
        if (!output.has(name) || differing.has(name))
          named.set(nameOfInput(name, differing), rename(schema, differing))
      return Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1)))
    },
  }
}

function toJson(type: z.ZodType, direction: Direction): JsonSchema {
  const schema = z.toJSONSchema(type, {
    io: direction,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    metadata: componentRegistry,
    override: ({ zodSchema, jsonSchema }) => {
      const form = inputForms.get(zodSchema)?.form
      if (!form || direction === 'output') return
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema]
      Object.assign(jsonSchema, form)
    },
  })
  const { $schema: _, ...plain } = JSON.parse(JSON.stringify(schema))
  return clean(plain, direction)
}

/** Removes what clients must not rely on: replies may get further fields, and names of components are in the path of the reference. */
function clean(schema: JsonSchema & { id?: unknown }, direction: Direction): JsonSchema {
  if (typeof schema.id === 'string') delete schema.id
  if (direction === 'output' && schema.additionalProperties === false)
    delete schema.additionalProperties
  // Tools that do not know `prefixItems` read the type of the entries here.
  if (schema.prefixItems) {
    schema.items ||= { anyOf: structuredClone(schema.prefixItems) }
    schema.maxItems ??= schema.prefixItems.length
  }
  for (const inner of innerSchemas(schema)) clean(inner, direction)
  addExample(schema)
  // Generators take a field with a default for a required one.
  if (direction === 'input')
    for (const property of Object.values(schema.properties ?? {})) delete property.default
  return schema
}

/** Gives an integer without a bound an example: otherwise tools show the largest number that JSON can hold. */
function addExample(schema: JsonSchema): void {
  const { type, default: byDefault, const: constant, minimum = 0, maximum = 0 } = schema
  if (type === 'integer' && (byDefault ?? constant) === undefined && maximum >= MAX_INTEGER)
    schema.examples = [Math.max(1, minimum)]
}

function innerSchemas(schema: JsonSchema): JsonSchema[] {
  const { properties, $defs, items, additionalProperties, propertyNames } = schema
  return [
    ...Object.values(properties ?? {}),
    ...Object.values($defs ?? {}),
    ...(items ? [items] : []),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ...(propertyNames ? [propertyNames] : []),
    ...(schema.prefixItems ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
  ]
}

/** Adds descriptions, by the path of the field from its component or call. */
function describe(schema: JsonSchema, path: readonly string[]): JsonSchema {
  const own = path.length === 1 ? findDescription(path) : undefined
  if (own) schema.description ??= own
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const text = findDescription([...path, name])
    if (text) property.description ??= text
    describe(property, [...path, name])
  }
  for (const inner of innerSchemas({ ...schema, properties: {} })) describeInner(inner, path)
  return schema
}

/** Describes the fields of entries and alternatives, which are no fields themselves. */
function describeInner(schema: JsonSchema, path: readonly string[]): void {
  const { description } = schema
  describe(schema, path)
  if (path.length === 1 && description === undefined) delete schema.description
}

/** Returns the components whose input differs from their output, directly or in a component that they contain. */
function differingNames(input: Definitions, output: Definitions): ReadonlySet<string> {
  const differing = new Set<string>()
  for (const [name, schema] of input)
    if (output.has(name) && JSON.stringify(schema) !== JSON.stringify(output.get(name)))
      differing.add(name)
  for (let before = -1; before !== differing.size; ) {
    before = differing.size
    for (const [name, schema] of input)
      if (output.has(name) && referencesOf(schema).some(each => differing.has(each)))
        differing.add(name)
  }
  return differing
}

function referencesOf(schema: JsonSchema): string[] {
  return [
    ...(schema.$ref ? [schema.$ref.slice(REF.length)] : []),
    ...innerSchemas(schema).flatMap(referencesOf),
  ]
}

/** Points references to components; those in `differing` to their inputs. */
function rename(schema: JsonSchema, differing: ReadonlySet<string>): JsonSchema {
  if (schema.$ref?.startsWith(REF)) {
    const name = schema.$ref.slice(REF.length)
    schema.$ref = `${COMPONENTS}${nameOfInput(name, differing)}`
  }
  for (const inner of innerSchemas(schema)) rename(inner, differing)
  return schema
}

function nameOfInput(name: string, differing: ReadonlySet<string>): string {
  return differing.has(name) ? `${name}Input` : name
}
