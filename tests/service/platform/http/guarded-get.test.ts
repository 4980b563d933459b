import { expect, test } from 'vitest'
import { isPublicAddress } from '#src/service/platform/http/address.ts'
import { boundedFetch, readBoundedText } from '#src/service/platform/http/bounded.ts'
import { createGuardedGet, type Guard } from '#src/service/platform/http/guarded-get.ts'
import { startTestServer } from '#tests/support/test-server.ts'

const guard = (part: Partial<Guard> = {}): Guard => ({
  allowedOrigins: [],
  signal: AbortSignal.timeout(60_000),
  maxBytes: 1_000,
  ...part,
})
const get = createGuardedGet()

test.each(['8.8.8.8', '185.55.224.1', '2a00:1450:4001::1', '::ffff:8.8.8.8', '[2606:4700::1111]'])(
  '%s is public',
  address => expect(isPublicAddress(address)).toBe(true),
)

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '::1',
  '::',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'ff02::1',
  'fec0::1',
  '2001:db8::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001:0:1::',
  '100::1',
  'localhost',
  '',
  '127.1',
])('%j is not', address => expect(isPublicAddress(address)).toBe(false))

test('no notation of an address of this machine or its network is connected to', async () => {
  const inner = await startTestServer((_, res) => res.end('secret'))
  const { port } = inner
  const hosts = [
    '127.0.0.1',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0.0.0.0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '127.0.0.1.',
  ]
  for (const host of hosts)
    await expect(get(`http://${host}:${port}/`, guard()), host).rejects.toThrow()
  expect(inner.asked).toEqual([])
})

test.each([
  'file:///etc/passwd',
  'ftp://8.8.8.8/',
  'data:text/xml,x',
  'javascript:1',
  '//8.8.8.8/',
  'http://me:secret@8.8.8.8/',
  '',
])('%j is never requested', async url => {
  await expect(get(url, guard())).rejects.toThrow(/not an http or https URL|with credentials/)
})

test('a name is checked by all its addresses, when the connection is made', async () => {
  const inner = await startTestServer((_, res) => res.end('secret'))
  let asked = 0
  const answers = [
    [{ address: '127.0.0.1', family: 4 }],
    [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ],
    [{ address: '::ffff:127.0.0.1', family: 6 }],
    [],
  ]
  const changing = createGuardedGet((_, __, done) => done(null, answers[asked++] ?? []))
  for (const _ of answers)
    await expect(changing(`http://ads.example:${inner.port}/`, guard())).rejects.toThrow(
      /not a public address|host not found/,
    )
  expect(inner.asked).toEqual([])
  // Once per connection: the checked address is the connected one, and there is no second lookup.
  expect(asked).toBe(answers.length)
})

test("the operator's own server may be private, but its redirects may not", async () => {
  const inner = await startTestServer((_, res) => res.end('secret'))
  const own = await startTestServer((req, res) => {
    if (req.url === '/away') res.writeHead(302, { Location: `${inner.origin}/secret` }).end()
    else if (req.url === '/file') res.writeHead(302, { Location: 'file:///etc/passwd' }).end()
    else if (req.url === '/round') res.writeHead(302, { Location: '/round' }).end()
    else if (req.url === '/here') res.writeHead(307, { Location: '/end' }).end()
    else res.end('hello')
  })
  const allowed = () => guard({ allowedOrigins: [own.origin] })
  expect(await get(`${own.origin}/here`, allowed())).toEqual({ status: 200, text: 'hello' })
  for (const path of ['/away', '/file', '/round'])
    await expect(get(own.origin + path, allowed())).rejects.toThrow(
      /not a public|not an http or https URL|too many redirects/,
    )
  expect(inner.asked).toEqual([])
  expect(own.asked.filter(path => path === '/round')).toHaveLength(4)
})

test('a body is read up to its limit and no further', async () => {
  let sent = 0
  const endless = await startTestServer((_, res) => {
    const more = () => {
      if (res.destroyed) return
      sent += 65_536
      res.write(Buffer.alloc(65_536, 'x'), () => setImmediate(more))
    }
    more()
  })
  const allowedOrigins = [endless.origin]
  const asked = get(endless.origin, guard({ allowedOrigins, maxBytes: 100_000 }))
  await expect(asked).rejects.toThrow('longer than expected')
  expect(sent).toBeLessThan(20_000_000)
  expect(await get(endless.origin, guard({ allowedOrigins, maxBytes: 0 }))).toEqual({
    status: 200,
    text: '',
  })
})

test('a body that is announced as too long, compressed or of another type is not read at all', async () => {
  const server = await startTestServer((req, res) => {
    const headers: Record<string, Record<string, string>> = {
      '/long': { 'Content-Length': '5000' },
      '/compressed': { 'Content-Encoding': 'gzip' },
      '/type': { 'Content-Type': 'text/html' },
    }
    res.writeHead(200, headers[req.url ?? '']).write('x')
  })
  const own = guard({ allowedOrigins: [server.origin], type: /xml/ })
  for (const path of ['/long', '/compressed', '/type'])
    await expect(get(server.origin + path, own)).rejects.toThrow()
  await expect(get(`${server.origin}/long`, { ...own, type: undefined })).rejects.toThrow('longer')
  await expect(get(`${server.origin}/compressed`, { ...own, type: undefined })).rejects.toThrow(
    /compressed/,
  )
})

test('a body that arrives slowly does not block the call', async () => {
  const late = new AbortController()
  const cutOff = Promise.withResolvers<void>()
  let bytes = 0
  const drip = await startTestServer((_, res) => {
    const timer = setInterval(() => {
      res.write('x')
      if (++bytes === 5) late.abort()
    }, 20)
    res.on('close', () => {
      clearInterval(timer)
      cutOff.resolve()
    })
  })
  const options = guard({ allowedOrigins: [drip.origin], signal: late.signal })
  await expect(get(drip.origin, options)).rejects.toThrow('aborted')
  await cutOff.promise
})

test('replies that a package reads whole are limited too', async () => {
  const reply = (text: string) => boundedFetch(async () => new Response(text), 10)
  expect(await (await reply('short')('http://x')).text()).toBe('short')
  await expect(reply('longer than ten')('http://x')).rejects.toThrow('longer than expected')
  const empty = boundedFetch(async () => new Response(null, { status: 204 }), 10)
  expect((await empty('http://x')).status).toBe(204)
  expect(await readBoundedText(null, 10)).toBe('')
})

test('a link-local address is refused even for the operator’s own servers, by address and by name', async () => {
  const origins = ['http://169.254.169.254', 'http://[::ffff:a9fe:a9fe]', 'http://encoder.internal']
  const named = createGuardedGet((_, __, done) =>
    done(null, [
      { address: '10.0.0.7', family: 4 },
      { address: '169.254.169.254', family: 4 },
    ]),
  )
  for (const origin of origins)
    await expect(named(`${origin}/`, guard({ allowedOrigins: [origin] })), origin).rejects.toThrow(
      'a link-local address',
    )
})
