/** Checks in every test of the service that an error names fields as its call does. */
import { z } from 'zod'
import { getCallSchemas } from '#src/contract/calls.ts'
import type { Endpoint } from '#src/contract/endpoint.ts'
import type { Api } from '#src/lib/api/client.ts'
import { toFailure } from '#src/lib/api/failure.ts'

type JsonSchema = {
  properties?: object
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}
type Input = Record<'params' | 'query' | 'body', object | undefined>

/** Returns the API, whose calls fail with another error if theirs names a field that the call does not have. */
export function withNamedErrors(api: Api): Api {
  return async (endpoint, ...rest) => {
    try {
      return await api(endpoint, ...rest)
    } catch (error) {
      const failure = toFailure(error)
      const named = failure.kind === 'api_error' ? Object.keys(failure.errors) : []
      const known = named.length > 0 ? fieldsOf(endpoint, rest[0] as Input | undefined) : []
      const wrong = named.find(name => !known.includes(name.split('.')[0] ?? ''))
      if (wrong === undefined) throw error
      throw new Error(`an error of ${endpoint.name} names "${wrong}", which its call does not have`)
    }
  }
}

function fieldsOf(endpoint: Endpoint, input: Input | undefined): string[] {
  const { body, query } = getCallSchemas(endpoint)
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const asked = Object.values(input ?? {}).flatMap(part => Object.keys(part ?? {}))
  const inSchemas = [body, query].flatMap(schema =>
    schema
      ? namesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
      : [],
  )
  return [...inPath, ...asked, ...inSchemas]
}

function namesIn({ properties = {}, anyOf = [], oneOf = [], allOf = [] }: JsonSchema): string[] {
  return Object.keys(properties).concat(anyOf.concat(oneOf, allOf).flatMap(namesIn))
}
