import { expect, test } from 'vitest'
import { endpoints } from '#src/contract/all.ts'
import { ACCESS_LEVELS } from '#src/contract/endpoint.ts'
import { openApiDocument } from '#src/service/platform/http/openapi.ts'

test('every endpoint has an access level, and the OpenAPI document shows it', () => {
  const { paths } = openApiDocument('http://localhost') as {
    paths: Record<string, Record<string, Record<string, unknown>>>
  }
  for (const { name, endpoint } of endpoints) {
    const operation = paths[endpoint.path.replace(/\/$/, '')]?.[endpoint.method.toLowerCase()]
    expect(ACCESS_LEVELS, name).toContain(endpoint.access)
    expect(operation, name).toMatchObject({ 'x-access': endpoint.access })
    expect(operation?.['x-reauth'], name).toBe(endpoint.reauth)
  }
})

test('only the primary profile is asked for a proof', () => {
  const withReauth = endpoints.filter(({ endpoint }) => endpoint.reauth)
  expect(withReauth.length).toBeGreaterThan(0)
  for (const { endpoint } of withReauth) expect(endpoint.access).toBe('primary')
})

/** The section "children" of invariants.md: a child profile must not reach these addresses. */
const NOT_A_CHILDS = [
  '/tickets',
  '/subscriptions',
  '/packages',
  '/direct-debit',
  '/payments',
  '/cinema-online',
  '/users/_self/password',
  '/users/_self/transactions',
  '/users/_self/subscriptions',
  '/users/_self/cinema-tickets',
  '/access-token/users/_self/sessions',
  '/widgets/packages',
  '/access-token/users/_self/reauth',
  '/access-token/users/remote-access',
  '/users/profile/pin',
  '/users/profile/delete',
  '/users/profile/reset-pin',
]
const isUnder = (path: string, start: string) => path === start || path.startsWith(`${start}/`)

test('money, credentials, devices, support and profile management are closed to child profiles', () => {
  for (const { name, endpoint } of endpoints) {
    const { access, notForChildren, path } = endpoint
    const isClosed = access === 'adult' || access === 'primary' || notForChildren === true
    if (NOT_A_CHILDS.some(start => isUnder(path, start))) expect(isClosed, name).toBe(true)
  }
})
