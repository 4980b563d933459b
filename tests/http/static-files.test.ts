import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { servePictures, serveStaticFiles } from '#src/http/static-files.ts'
import { serveSteps } from '#tests/support/steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'pardeh-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

const SCRIPT = 'export const answer = 42\n'.repeat(40)
const BIG = 4_000_000

write('client/_astro/boot.abc12345.js', SCRIPT)
write('client/_astro/boot.abc12345.js.br', brotliCompressSync(SCRIPT))
write('client/_astro/boot.abc12345.js.gz', gzipSync(SCRIPT))
write('client/robots.txt', 'User-agent: *\n')
write('client/fonts/vazir-abc12345.woff2', 'font')
write('client/fonts/licence.txt', 'licence')
write('client/notes.unknown', 'nothing to serve')
write('secret.txt', 'secret')
write('one/poster/a-abc123.webp', 'of one')
write('two/poster/a-abc123.webp', 'of two')
write('two/poster/big-abc123.webp', Buffer.alloc(BIG))
write('two/poster/note.txt', 'text')

function write(path: string, content: string | Buffer): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

const files = () => serveSteps([serveStaticFiles(join(folder, 'client'))])
const posters = () => serveSteps([servePictures([join(folder, 'one'), join(folder, 'two')])])
const BOOT = '/_astro/boot.abc12345.js'

describe('a file of the build', () => {
  it.each([
    ['br, gzip', 'br', brotliCompressSync(SCRIPT)],
    ['gzip, deflate', 'gzip', gzipSync(SCRIPT)],
    ['deflate', undefined, Buffer.from(SCRIPT)],
    ['', undefined, Buffer.from(SCRIPT)],
  ])('is sent to %j in the encoding made by the build', async (accepted, coding, body) => {
    const { ask } = await files()
    const reply = await ask(`${BOOT}?v=1`, { headers: { 'accept-encoding': accepted } })
    expect(reply.status).toBe(200)
    expect(reply.headers['content-encoding']).toBe(coding)
    expect(reply.headers.vary).toBe('Accept-Encoding')
    expect(reply.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(reply.body.equals(body)).toBe(true)
  })

  it('is sent uncompressed if the build made no encoding of it', async () => {
    const { ask } = await files()
    const reply = await ask('/robots.txt', { headers: { 'accept-encoding': 'br, gzip' } })
    expect([reply.headers['content-encoding'], String(reply.body)]).toEqual([
      undefined,
      'User-agent: *\n',
    ])
  })

  it('is immutable if its name contains a hash, and otherwise revalidated after an hour', async () => {
    const { ask } = await files()
    const cacheOf = async (path: string) => (await ask(path)).headers['cache-control']
    expect(await cacheOf(BOOT)).toBe('public, max-age=31536000, immutable')
    expect(await cacheOf('/fonts/vazir-abc12345.woff2')).toMatch(/immutable/)
    expect(await cacheOf('/fonts/licence.txt')).toBe('public, max-age=3600')
    expect(await cacheOf('/robots.txt')).toBe('public, max-age=3600')
  })

  it('is answered with 304 if the client has it, with its security headers', async () => {
    const { ask } = await files()
    const { headers } = await ask(BOOT)
    const etag = String(headers.etag)
    const same = await ask(BOOT, { headers: { 'if-none-match': `"other", W/${etag}` } })
    expect([same.status, same.body.length]).toEqual([304, 0])
    expect(same.headers['cache-control']).toMatch(/immutable/)
    expect(same.headers['x-content-type-options']).toBe('nosniff')
    expect((await ask(BOOT, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it('has no body in the reply to HEAD, but a length', async () => {
    const { ask } = await files()
    const reply = await ask(BOOT, { method: 'HEAD' })
    expect([reply.status, reply.body.length]).toEqual([200, 0])
    expect(reply.headers['content-length']).toBe(String(SCRIPT.length))
  })

  it('is sent whole if a range is requested', async () => {
    const { ask } = await files()
    for (const range of ['bytes=0-9', 'bytes=20-10', 'nonsense']) {
      const reply = await ask(BOOT, { headers: { range } })
      expect([reply.status, reply.body.length], range).toEqual([200, SCRIPT.length])
    }
  })

  it('has the security headers of files, so that a worker may start from it', async () => {
    const { ask } = await files()
    const { headers } = await ask(BOOT)
    expect(headers['content-security-policy']).not.toContain('sandbox')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers).not.toHaveProperty('strict-transport-security')
  })

  it.each([
    '/../secret.txt',
    '/_astro/../../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/_astro/..\\..\\secret.txt',
    '//secret.txt',
    '/_astro',
    '/notes.unknown',
    '/_astro/boot.abc12345.js.br',
    '/robots.txt/',
    '/ROBOTS.TXT',
  ])('%s is not one', async path => {
    const { ask } = await files()
    const reply = await ask(path)
    expect([reply.status, reply.headers['x-passed']]).toEqual([404, '1'])
  })

  it('is not served for POST, which continues to the next step', async () => {
    const { ask } = await files()
    expect((await ask(BOOT, { method: 'POST' })).headers['x-passed']).toBe('1')
  })

  it('may be missing, before the first build', async () => {
    const { ask } = await serveSteps([serveStaticFiles(join(folder, 'nowhere'))])
    expect((await ask('/')).headers['x-passed']).toBe('1')
  })
})

describe('a picture', () => {
  it('comes from the first folder that has it, and is immutable', async () => {
    const { ask } = await posters()
    const reply = await ask('/media/pictures/poster/a-abc123.webp')
    expect([reply.status, String(reply.body)]).toEqual([200, 'of one'])
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '6',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    })
    const other = await ask('/media/pictures/poster/big-abc123.webp', { method: 'HEAD' })
    expect([other.headers['content-length'], other.body.length]).toEqual([String(BIG), 0])
  })

  it.each([
    '/media/pictures/../../secret.txt',
    '/media/pictures/../../one/poster/a-abc123.webp',
    '/media/pictures/poster/note.txt',
    '/media/pictures/poster',
    '/media/pictures/none.webp',
    '/media/pictures/a%00.webp',
    '/media/picturesque/a.webp',
  ])('%s is not one', async path => {
    const { ask } = await posters()
    expect((await ask(path)).headers['x-passed']).toBe('1')
  })

  it.skipIf(process.platform !== 'linux')(
    'leaves no file open if its download is aborted',
    async () => {
      const { port } = await posters()
      const open = () => readdirSync('/proc/self/fd').length
      const before = open()
      await Promise.all(Array.from({ length: 40 }, () => abort(port)))
      await expect.poll(open).toBeLessThan(before + 10)
    },
  )
})

/** Requests a large picture and closes the connection at the first bytes. */
function abort(port: number): Promise<void> {
  return new Promise((done, failed) => {
    const path = '/media/pictures/poster/big-abc123.webp'
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`),
    )
    socket.once('data', () => socket.destroy())
    socket.once('close', () => done()).once('error', failed)
  })
}
