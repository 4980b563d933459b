import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Nodes, startNodes } from './support/nodes.ts'

let nodes: Nodes
beforeAll(async () => {
  nodes = await startNodes({ pages: 1, services: 2 })
}, 180_000)
afterAll(() => nodes.stop())

const get = async (path: string) => {
  const reply = await fetch((nodes.pages[0]?.url ?? '') + path)
  const { status, headers } = reply
  return { status, text: await reply.text(), retryAfter: Number(headers.get('retry-after')) }
}

test('no visitor notices that one of two service nodes is killed', async () => {
  expect((await get('/')).status).toBe(200)
  await nodes.services[0]?.kill9()
  for (let n = 0; n < 20; n++) {
    expect((await get('/api/global-data')).status).toBe(200)
    expect((await get('/en/artists/x/y')).status).toBe(404)
  }
})

test('without a service node stored pages are still served, and the others report the fault', async () => {
  expect((await get('/')).status).toBe(200)
  await nodes.services[1]?.kill9()
  expect((await get('/')).status).toBe(200)
  for (const [path, language] of [
    ['/contents', 'fa'],
    ['/en/contents', 'en'],
  ] as const) {
    const { status, text, retryAfter } = await get(path)
    expect([path, status]).toEqual([path, 503])
    expect(text).toContain(`<html lang="${language}"`)
    expect(retryAfter).toBeGreaterThan(0)
  }
  const call = await get('/api/global-data')
  expect([call.status, call.retryAfter]).toEqual([503, 5])
  expect(JSON.parse(call.text).meta).toMatchObject({
    operation_result: 'unavailable',
    display_message: expect.stringMatching(/[آ-ی]/),
  })
  const ready = await get('/readyz')
  expect(ready).toMatchObject({ status: 503, text: expect.stringContaining('"service"') })
})
