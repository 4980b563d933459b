import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const demo = (kind: string) => {
  const [file = ''] = readdirSync(`demo/pictures/${kind}`)
  return `${kind}/${file.replace(/-\d+\.\w+$/, '')}`
}
const storedAt = (path: string) => join(service.deps.env.DATA_DIR, 'media/pictures', path)
let caller = 0
/** Requests from an address of its own. */
const get = (path: string, init: RequestInit = {}) =>
  service.fetch(`/media/pictures/${path}`, init, { address: `10.3.0.${++caller}` })
const sizeOf = async (reply: Response) => {
  const { format, width, height } = await sharp(await reply.arrayBuffer()).metadata()
  return [format, width, height]
}

test.each(['backdrop', 'poster', 'portrait', 'tile'])(
  'a %s has a preview of 1200×630 for links, as JPEG',
  async kind => {
    const reply = await get(`${demo(kind)}-630.jpg`)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('image/jpeg')
    expect(reply.headers.get('cache-control')).toContain('immutable')
    expect(await sizeOf(reply)).toEqual(['jpeg', 1200, 630])
  },
)

test('a poster is 1200 wide for search engines, in its own proportions', async () => {
  expect(await sizeOf(await get(`${demo('poster')}-1200.jpg`))).toEqual(['jpeg', 1200, 1800])
  expect(await sizeOf(await get(`${demo('backdrop')}-1200.jpg`))).toEqual(['jpeg', 1200, 675])
})

test('it is rendered once: afterwards the store has it, under the name of its picture', async () => {
  const path = `${demo('tile')}-1200.jpg`
  const [first, other] = await Promise.all([get(path), get(path)])
  const bytes = Buffer.from(await first.arrayBuffer())
  expect(Buffer.from(await other.arrayBuffer()).equals(bytes)).toBe(true)
  expect(readFileSync(storedAt(path)).equals(bytes)).toBe(true)
  const again = await get(path, { method: 'HEAD' })
  expect(again.headers.get('content-length')).toBe(String(bytes.length))
})

test('HEAD of a picture that is not stored renders and stores nothing', async () => {
  const head = (path: string) => get(path, { method: 'HEAD' })
  const path = `${demo('backdrop')}-630.jpg`
  await rm(storedAt(path), { force: true })
  const reply = await head(path)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(reply.headers.get('content-length')).toBeNull()
  expect(existsSync(storedAt(path))).toBe(false)
  expect((await head('poster/nothing-here-630.jpg')).status).toBe(404)
})

test('no other size, shape, name or folder is rendered', async () => {
  const poster = demo('poster')
  for (const path of [
    `${poster}-1199.jpg`,
    `${poster}-630.png`,
    `${poster}-630.jpg/x`,
    'poster/nothing-here-630.jpg',
    'avatar/nothing-630.jpg',
    '../pictures/poster/x-630.jpg',
    'poster/..%2f..%2fsecret-630.jpg',
  ])
    expect((await get(path)).status, path).toBe(404)
})

test('an address may render sixty a minute, and stored pictures are not counted', async () => {
  const stored = `${demo('portrait')}-630.jpg`
  await get(stored)
  const ask = (path: string) =>
    service.fetch(`/media/pictures/${path}`, {}, { address: '10.9.9.9' })
  const replies = await Promise.all(
    Array.from({ length: 61 }, (_, at) => ask(`poster/nothing-${at}-630.jpg`)),
  )
  expect(replies.filter(({ status }) => status === 404)).toHaveLength(60)
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(1)
  expect((await ask(stored)).status).toBe(200)
})
