import { expect, test } from 'vitest'
import { endpoints } from '#src/contract/all.ts'
import { ACCESS_LEVELS } from '#src/contract/endpoint.ts'
import { openapi } from '#src/service/http/openapi.ts'

test('every endpoint has a level, and the OpenAPI document shows it', () => {
  const { paths } = openapi('http://localhost') as {
    paths: Record<string, Record<string, Record<string, unknown>>>
  }
  for (const { name, endpoint } of endpoints) {
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    expect(ACCESS_LEVELS, name).toContain(endpoint.access)
    expect(operation, name).toMatchObject({ 'x-access': endpoint.access })
    expect(operation?.['x-reauth'], name).toBe(endpoint.reauth)
  }
})

test('a proof is asked of the primary profile alone', () => {
  const withReauth = endpoints.filter(({ endpoint }) => endpoint.reauth)
  expect(withReauth.length).toBeGreaterThan(0)
  for (const { endpoint } of withReauth) expect(endpoint.access).toBe('primary')
})

/** invariants.md, "children": what stands behind these addresses is no child's matter. */
const NOT_A_CHILDS = [
  ...['/tickets', '/subscriptions', '/packages', '/direct-debit', '/payments', '/cinema-online'],
  ...['/users/_self/password', '/users/_self/transactions', '/users/_self/subscriptions'],
  ...['/users/_self/cinema-tickets', '/access-token/users/_self/sessions', '/widgets/packages'],
  ...['/access-token/users/_self/reauth', '/access-token/users/remote-access'],
  ...['/users/profile/pin', '/users/profile/delete', '/users/profile/reset-pin'],
]
const isUnder = (path: string, start: string) => path === start || path.startsWith(`${start}/`)

test('money, credentials, devices, support and profile management are closed to children', () => {
  for (const { name, endpoint } of endpoints) {
    const { access, notForChildren, path } = endpoint
    const isClosed = access === 'adult' || access === 'primary' || notForChildren === true
    if (NOT_A_CHILDS.some(start => isUnder(path, start))) expect(isClosed, name).toBe(true)
  }
})
