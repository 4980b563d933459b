import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { CHILD_BANDS } from '#src/contract/values.ts'
import { createLog } from '#src/service/platform/log.ts'
import { createCallers } from '#src/service/platform/nodes/callers.ts'
import { nodeKey, signNode, signVisitor } from '#src/service/platform/nodes/visitor-signature.ts'

const SECRET = 'a secret of all nodes, long enough for a key'
const visitor = { address: '203.0.113.9', requestId: 'abc' }
const request = { method: 'GET', path: '/search?query=film' }
/** Returns a call of this request with these headers. */
const call = (headers: Record<string, string>, { method, path } = request) => ({
  headers,
  method,
  url: path,
})

function callers() {
  const lines: string[] = []
  const registry = new Registry()
  const log = createLog('info', { write: line => void lines.push(line) })
  return { ...createCallers({ SECRET, SECRET_PREVIOUS: [] }, { log, registry }), registry, lines }
}

test('the visitor is the one that a page node with the same SECRET names', () => {
  const signed = signVisitor(visitor, nodeKey(SECRET), request)
  expect(callers().visitor(call({ 'pardeh-visitor': signed }))).toEqual(visitor)
  expect(callers().visitor(call({}))).toBeUndefined()
})

test('a page node names the age band of a page, and an unknown band of a later release counts as the youngest', () => {
  const { visitor: read } = callers()
  for (const band of CHILD_BANDS) {
    const signed = signVisitor({ ...visitor, band }, nodeKey(SECRET), request)
    expect(read(call({ 'pardeh-visitor': signed }))).toEqual({ ...visitor, band })
    expect(read(call({ 'pardeh-visitor': signed.replace(`,${band}`, '') }))).toBeUndefined()
  }
  const later = signVisitor({ ...visitor, band: 'under_9' as never }, nodeKey(SECRET), request)
  expect(read(call({ 'pardeh-visitor': later }))).toEqual({ ...visitor, band: 'under_3' })
})

test('headers that a client writes itself have no effect, and are counted', async () => {
  const { visitor: read, isNode, registry, lines } = callers()
  const stranger = nodeKey('another secret')
  const own = signVisitor(visitor, nodeKey(SECRET), request)
  for (const forged of [
    signVisitor(visitor, stranger, request),
    own.replace('203.0.113.9', '203.0.113.8'),
    own.slice(0, -1),
    '203.0.113.9,abc,',
    ',,',
    '',
  ])
    expect(read(call({ 'pardeh-visitor': forged })), forged).toBeUndefined()
  expect(isNode(call({ 'pardeh-node': signNode(stranger, request) }))).toBe('unknown')
  expect(await registry.metrics()).toContain('pardeh_unknown_signatures_total 7')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('another SECRET')
})

test('a visitor’s call is never mistaken for one of the node itself', () => {
  const signed = signVisitor({ address: '', requestId: 'node' }, nodeKey(SECRET), request)
  const { isNode } = callers()
  expect(isNode(call({ 'pardeh-visitor': signed }))).toBe('unknown')
  expect(isNode(call({ 'pardeh-node': signed }))).toBe('unknown')
  expect(isNode(call({ 'pardeh-node': signNode(nodeKey(SECRET), request) }))).toBe(true)
})

test('a signature cannot be replayed: for another path, another method or later', () => {
  const now = Date.now()
  const at = (ms: number) => {
    const log = createLog('silent')
    return createCallers(
      { SECRET, SECRET_PREVIOUS: [] },
      { log, registry: new Registry(), now: () => new Date(now + ms) },
    )
  }
  const headers = {
    'pardeh-visitor': signVisitor(visitor, nodeKey(SECRET), request, now),
    'pardeh-node': signNode(nodeKey(SECRET), request, now),
  }
  for (const ms of [-59_000, 0, 59_000]) {
    expect(at(ms).visitor(call(headers))).toEqual(visitor)
    expect(at(ms).isNode(call(headers))).toBe(true)
  }
  for (const ms of [-61_000, 61_000]) {
    expect(at(ms).visitor(call(headers))).toBeUndefined()
    expect(at(ms).isNode(call(headers))).toBe('clock')
  }
  for (const other of [
    { ...request, path: '/search?query=other' },
    { ...request, path: '/users/_self' },
    { ...request, method: 'POST' },
  ]) {
    expect(at(0).visitor(call(headers, other))).toBeUndefined()
    expect(at(0).isNode(call(headers, other))).toBe('unknown')
  }
})

test('a proxy between the nodes may encode the path in another way', () => {
  const path = `/artists/${encodeURIComponent('نام')}`
  const signed = signVisitor(visitor, nodeKey(SECRET), { method: 'GET', path })
  const url = decodeURIComponent(path)
  expect(callers().visitor({ headers: { 'pardeh-visitor': signed }, method: 'GET', url })).toEqual(
    visitor,
  )
})
