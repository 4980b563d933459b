import { describe, expect, it } from 'vitest'
import { endpoints } from '#src/contract/all.ts'
import { DESCRIPTIONS } from '#src/contract/descriptions.ts'
import { RESULTS } from '#src/contract/envelope.ts'
import { openApiDocument } from '#src/service/platform/http/openapi.ts'
import type { JsonSchema } from '#src/service/platform/http/openapi-schemas.ts'

const document = openApiDocument('https://pardeh.test/api')
const { schemas, parameters } = document.components
const operations = Object.values(document.paths).flatMap(path => Object.values(path))
const operationOf = (name: string) =>
  operations.find(({ operationId }) => operationId === name) as (typeof operations)[number]

describe('the API description', () => {
  it('describes every component, field and parameter', () => {
    const missing: string[] = []
    const visit = (schema: JsonSchema, at: string) => {
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        if (!property.description) missing.push(`${at}.${name}`)
        visit(property, `${at}.${name}`)
      }
      for (const each of [
        schema.items || undefined,
        ...(schema.anyOf ?? []),
        ...(schema.oneOf ?? []),
        ...(schema.allOf ?? []),
      ])
        if (each) visit(each, at)
    }
    for (const [name, schema] of Object.entries(schemas)) {
      if (!schema.description) missing.push(name)
      visit(schema, name)
    }
    for (const operation of operations) {
      if (!operation.summary || !operation.description) missing.push(operation.operationId)
      for (const parameter of operation.parameters)
        if ('name' in parameter && !parameter.description)
          missing.push(`${operation.operationId}.${parameter.name}`)
      const body = operation.requestBody?.content['application/json'].schema
      if (body) visit(body, operation.operationId)
      for (const reply of Object.values(operation.responses))
        visit(reply.content['application/json'].schema, operation.operationId)
    }
    expect([...new Set(missing)]).toEqual([])
  })

  it('uses every description', () => {
    const text = JSON.stringify(document)
    const unused = Object.entries(DESCRIPTIONS).filter(
      ([, description]) => !text.includes(JSON.stringify(description)),
    )
    expect(unused.map(([key]) => key)).toEqual([])
  })

  it('lets everybody call an anonymous operation, with or without tokens', () => {
    for (const { name, endpoint } of endpoints) {
      if (endpoint.access !== 'anonymous') continue
      expect(operationOf(name).security, name).toEqual([
        {},
        { bearer: [] },
        { bearer: [], profile: [] },
      ])
    }
  })

  it('asks for the profile token where a profile is needed', () => {
    expect(document.components.securitySchemes.profile).toMatchObject({ name: 'Profile-Token' })
    expect(operationOf('addBookmark').security).toEqual([{ bearer: [], profile: [] }])
  })

  it('lists the headers of the specification and those of sign-in', () => {
    const headers = Object.values(parameters).map(({ name }) => name)
    for (const name of [
      'Accept-Language',
      'Platform',
      'Version-Number',
      'Device-Id',
      'Known-Devices',
      'Proof',
      'Idempotency-Key',
    ])
      expect(headers).toContain(name)
    expect(operationOf('sendOtp').parameters).toEqual(
      expect.arrayContaining([
        { $ref: '#/components/parameters/Proof' },
        { $ref: '#/components/parameters/KnownDevices' },
      ]),
    )
    expect(operationOf('sendOtp').responses[429]?.headers).toEqual({
      'Retry-After': { $ref: '#/components/headers/RetryAfter' },
    })
  })

  it('types the data of each failure by its operation_result', () => {
    const forbidden = operationOf('getPlayback').responses[403]
    expect(forbidden?.content['application/json'].schema.anyOf).toContainEqual({
      $ref: '#/components/schemas/StreamLimitError',
    })
    expect(schemas.StreamLimitError).toMatchObject({
      properties: { data: { $ref: '#/components/schemas/StreamLimit' } },
    })
    expect(schemas.SessionLimitError).toMatchObject({
      properties: { data: { $ref: '#/components/schemas/SessionLimit' } },
    })
    expect(JSON.stringify(schemas.StreamLimitError)).toContain('"const":"stream_limit"')
  })

  it('names at least one 4xx reply of every operation, by statuses that the envelope has', () => {
    const known = new Set(Object.values(RESULTS).map(([status]) => String(status)))
    for (const { operationId, responses } of operations) {
      const statuses = Object.keys(responses).filter(status => status !== '202')
      expect(
        statuses.some(status => status.startsWith('4')),
        operationId,
      ).toBe(true)
      for (const status of statuses) expect(known, operationId).toContain(status)
    }
  })

  it('lets replies have further fields, and refuses unknown fields of bodies', () => {
    expect(schemas.User).not.toHaveProperty('additionalProperties')
    const body = operationOf('addBookmark').requestBody?.content['application/json'].schema
    expect(body).toMatchObject({ additionalProperties: false })
  })

  it('bounds every integer', () => {
    const open = new Set<string>()
    const visit = (value: unknown, at: string) => {
      if (typeof value !== 'object' || value === null) return
      const { type, minimum, maximum, const: constant } = value as JsonSchema
      if (type === 'integer' && constant === undefined && (minimum ?? maximum) === undefined)
        open.add(at)
      for (const [key, inner] of Object.entries(value)) visit(inner, `${at}/${key}`)
    }
    visit(document, '')
    expect([...open]).toEqual([])
  })

  it('gives an example for an integer without a bound', () => {
    const largest = new Set<string>()
    const visit = (value: unknown, at: string) => {
      if (typeof value !== 'object' || value === null) return
      const { type, maximum, examples, default: byDefault } = value as JsonSchema
      const isOpen = type === 'integer' && maximum === Number.MAX_SAFE_INTEGER
      if (isOpen && byDefault === undefined && examples?.[0] !== 1) largest.add(at)
      for (const [key, inner] of Object.entries(value)) visit(inner, `${at}/${key}`)
    }
    visit(document, '')
    expect([...largest]).toEqual([])
  })

  it('names every group of calls', () => {
    for (const { name, ...tag } of document.tags) {
      expect(tag['x-displayName'], name).toMatch(/^[A-Z]/)
      expect(tag.description, name).toMatch(/\.$/)
    }
  })

  it('never has two paths that differ only in the names of their parameters', () => {
    const shapes = Object.keys(document.paths).map(path => path.replace(/\{\w+\}/g, '{}'))
    expect(new Set(shapes).size).toBe(shapes.length)
  })
})
