import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createLog } from '#src/service/platform/log.ts'
import { CHANGES_PATH } from '#src/service/platform/nodes/change-feed.ts'
import { connectService } from '#src/service/platform/nodes/remote.ts'
import {
  NODE_HEADER,
  nodeKey,
  signNode,
  signVisitor,
} from '#src/service/platform/nodes/visitor-signature.ts'
import { type Nodes, startNodes } from './support/nodes.ts'

let nodes: Nodes
beforeAll(async () => {
  nodes = await startNodes({ pages: 1, services: 1 })
}, 120_000)
afterAll(() => nodes.stop())

const page = () => nodes.pages[0]?.url ?? ''
const service = () => nodes.services[0]?.url ?? ''
/** Sends requests until the volume limit answers 429; returns how many were accepted. */
async function passed(url: string, headers: () => Record<string, string>, most: number) {
  for (let n = 0; n < most; n++) {
    const reply = await fetch(url, { headers: headers() })
    await reply.arrayBuffer()
    if (reply.status === 429) return n
  }
  return most
}
/** A number of searches above the limit of one minute. */
const MOST = 700

test('each visitor behind a page node has separate limits', async () => {
  const search = `${page()}/api/search?query=film`
  const as = (address: string) => () => ({ 'X-Forwarded-For': address })
  const first = await passed(search, as('203.0.113.1'), MOST)
  expect(first).toBeLessThan(MOST)
  expect(await passed(search, as('203.0.113.2'), 5)).toBe(5)
  expect(await passed(search, as('203.0.113.1'), 5)).toBe(0)
})

test('a client of the service that names another address is still counted by its own', async () => {
  let n = 0
  const forged = () => {
    const address = `198.51.100.${n++ % 250}`
    const request = { method: 'GET', path: '/search?query=film' }
    const signed = signVisitor({ address, requestId: 'x' }, nodeKey('a guess'), request)
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

test('a service node that drains refuses streams of changes, and ends those that it has', async () => {
  const own = await startNodes({ pages: 0, services: 1, env: { DRAIN_SECONDS: '1' } })
  onTestFinished(own.stop)
  const [node] = own.services
  const read = () =>
    fetch(`${node?.url}${CHANGES_PATH}`, {
      headers: {
        [NODE_HEADER]: signNode(nodeKey(own.secret), { method: 'GET', path: CHANGES_PATH }),
      },
    })
  const stream = await read()
  expect(stream.status).toBe(200)
  const stopped = node?.stop()
  await expect.poll(async () => (await fetch(`${node?.url}/readyz`)).status).toBe(503)
  const refused = await read()
  expect(refused.status).toBe(503)
  await stream.text()
  expect(await stopped).toBe(0)
})

test('no outsider can use the calls between nodes', async () => {
  for (const path of ['/nodes/changes', '/nodes/ready']) {
    expect((await fetch(service() + path)).status).toBe(403)
    expect((await fetch(`${page()}/api${path}`)).status).toBeGreaterThanOrEqual(400)
  }
})
