import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#src/service/log.ts'
import { connectService } from '#src/service/nodes/remote.ts'
import { nodeKey, signVisitor } from '#src/service/nodes/visitor-signature.ts'
import { type Nodes, startNodes } from './support/nodes.ts'

let nodes: Nodes
beforeAll(async () => {
  nodes = await startNodes({ pages: 1, services: 1 })
}, 120_000)
afterAll(() => nodes.stop())

const page = () => nodes.pages[0]?.url ?? ''
const service = () => nodes.services[0]?.url ?? ''
/** Asks until the limit of the volume says 429; returns how many passed. */
async function passed(url: string, headers: () => Record<string, string>, most: number) {
  for (let n = 0; n < most; n++) {
    const reply = await fetch(url, { headers: headers() })
    await reply.arrayBuffer()
    if (reply.status === 429) return n
  }
  return most
}
/** More than anybody may search in a minute. */
const MOST = 700

test('visitors behind a page node have limits of their own', async () => {
  const search = `${page()}/api/search?query=film`
  const as = (address: string) => () => ({ 'X-Forwarded-For': address })
  const first = await passed(search, as('203.0.113.1'), MOST)
  expect(first).toBeLessThan(MOST)
  expect(await passed(search, as('203.0.113.2'), 5)).toBe(5)
  expect(await passed(search, as('203.0.113.1'), 5)).toBe(0)
})

test('a client of the service that names another address is still itself', async () => {
  let n = 0
  const forged = () => {
    const address = `198.51.100.${n++ % 250}`
    const signed = signVisitor({ address, requestId: 'x' }, nodeKey('a guess'))
    return { 'X-Forwarded-For': address, 'pardeh-visitor': signed }
  }
  expect(await passed(`${service()}/search?query=film`, forged, MOST)).toBeLessThan(MOST)
  await expect.poll(() => nodes.services[0]?.logs()).toContain('a caller signs with another SECRET')
})

test('a page node with another SECRET is not ready and says why', async () => {
  const lines: string[] = []
  const connect = (secret: string) =>
    connectService({
      baseUrls: [service()],
      secret,
      log: createLog('info', { write: line => void lines.push(line) }),
      registry: new Registry(),
    })
  expect(await connect(nodes.secret).faults()).toEqual([])
  expect(await connect('a secret of another company').faults()).toEqual(['secret'])
  expect(lines.join('')).toContain('the service has another SECRET')
})

test('what nodes tell each other is for nobody else', async () => {
  for (const path of ['/nodes/changes', '/nodes/ready']) {
    expect((await fetch(service() + path)).status).toBe(403)
    expect((await fetch(`${page()}/api${path}`)).status).toBeGreaterThanOrEqual(400)
  }
})
