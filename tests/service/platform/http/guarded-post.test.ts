import { expect, test } from 'vitest'
import { createGuardedPost } from '#src/service/platform/http/guarded-post.ts'
import { startTestServer } from '#tests/support/test-server.ts'

const message = (allowedOrigins: string[] = []) => ({
  headers: { 'webhook-id': 'a' },
  body: '{"text":"پیام"}',
  allowedOrigins,
  signal: AbortSignal.timeout(60_000),
})
const post = createGuardedPost()

test('the body and headers arrive unchanged at an allowed address, and the reply is not read', async () => {
  const bodies: string[] = []
  const server = await startTestServer((req, res) => {
    const parts: Buffer[] = []
    req.on('data', part => parts.push(part))
    req.on('end', () => {
      bodies.push(`${req.method} ${req.headers['webhook-id']} ${Buffer.concat(parts)}`)
      res.writeHead(202)
      res.write('x'.repeat(100_000))
    })
  })
  expect(await post(`${server.origin}/hook`, message([server.origin]))).toBe(202)
  expect(bodies).toEqual(['POST a {"text":"پیام"}'])
})

test('an address of this machine or its network is not connected to', async () => {
  const server = await startTestServer((_, res) => res.end())
  const { port } = server
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0.0.0.0'])
    await expect(post(`http://${host}:${port}/`, message()), host).rejects.toThrow()
  expect(server.asked).toEqual([])
})

test('a redirect counts as an answer, and is not followed', async () => {
  const server = await startTestServer((_, res) => res.writeHead(307, { location: '/inner' }).end())
  expect(await post(`${server.origin}/`, message([server.origin]))).toBe(307)
  expect(server.asked).toEqual(['/'])
})
