import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { CHILD_BANDS } from '#src/contract/values.ts'
import { createLog } from '#src/service/log.ts'
import { createCallers } from '#src/service/nodes/callers.ts'
import { nodeKey, signNode, signVisitor } from '#src/service/nodes/visitor-signature.ts'

const SECRET = 'a secret of all nodes, long enough for a key'
const visitor = { address: '203.0.113.9', requestId: 'abc' }

function callers() {
  const lines: string[] = []
  const registry = new Registry()
  const log = createLog('info', { write: line => void lines.push(line) })
  return { ...createCallers({ SECRET, SECRET_PREVIOUS: [] }, { log, registry }), registry, lines }
}

test('a visitor is whom a page node with the same SECRET names', () => {
  const signed = signVisitor(visitor, nodeKey(SECRET))
  expect(callers().visitor({ 'pardeh-visitor': signed })).toEqual(visitor)
  expect(callers().visitor({})).toBeUndefined()
})

test('a page node names the band that a page is for, and one of a later release counts as the youngest', () => {
  const { visitor: read } = callers()
  for (const band of CHILD_BANDS) {
    const signed = signVisitor({ ...visitor, band }, nodeKey(SECRET))
    expect(read({ 'pardeh-visitor': signed })).toEqual({ ...visitor, band })
    expect(read({ 'pardeh-visitor': signed.replace(`,${band}`, '') })).toBeUndefined()
  }
  const later = signVisitor({ ...visitor, band: 'under_9' as never }, nodeKey(SECRET))
  expect(read({ 'pardeh-visitor': later })).toEqual({ ...visitor, band: 'under_3' })
})

test('what a client writes itself has no effect, and is counted', async () => {
  const { visitor: read, isNode, registry, lines } = callers()
  const stranger = nodeKey('another secret')
  const own = signVisitor(visitor, nodeKey(SECRET))
  for (const forged of [
    signVisitor(visitor, stranger),
    own.replace('203.0.113.9', '203.0.113.8'),
    own.slice(0, -1),
    '203.0.113.9,abc,',
    ',,',
    '',
  ])
    expect(read({ 'pardeh-visitor': forged }), forged).toBeUndefined()
  expect(isNode({ 'pardeh-node': signNode(stranger) })).toBe(false)
  expect(await registry.metrics()).toContain('pardeh_unknown_signatures_total 7')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('another SECRET')
})

test('a visitor’s call is never taken for one of the node itself', () => {
  const signed = signVisitor({ address: '', requestId: 'node' }, nodeKey(SECRET))
  const { isNode } = callers()
  expect(isNode({ 'pardeh-visitor': signed })).toBe(false)
  expect(isNode({ 'pardeh-node': signed })).toBe(false)
  expect(isNode({ 'pardeh-node': signNode(nodeKey(SECRET)) })).toBe(true)
})
