import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { compressPage, decompressPage } from '#src/http/page-cache/page-bodies.ts'

const TEXT = Array.from({ length: 3_000 }, (_, n) => `word ${(n * 7_919) % 911} of a page`).join()
const plain = Buffer.from(TEXT)

describe('the body of a page', () => {
  it('is smaller for later requests than for the first, which waits', async () => {
    const first = await compressPage(plain, 'br', 'first')
    const later = await compressPage(plain, 'br', 'later')
    expect(later.length).toBeLessThan(first.length)
    for (const body of [first, later]) expect(String(brotliDecompressSync(body))).toBe(TEXT)
    expect(String(gunzipSync(await compressPage(plain, 'gzip', 'first')))).toBe(TEXT)
  })

  it.each([plain, Buffer.from('short'), Buffer.alloc(300_000, 'ab')])(
    'has its own memory and no larger buffer',
    async body => {
      for (const coding of ['br', 'gzip'] as const) {
        const compressed = await compressPage(body, coding, 'first')
        expect(compressed.buffer.byteLength).toBe(compressed.length)
      }
    },
  )

  it('is decoded correctly from either encoding', async () => {
    const br = await compressPage(plain, 'br', 'first')
    const gzip = await compressPage(plain, 'gzip', 'first')
    for (const bodies of [{ br }, { gzip }, { br, gzip }])
      expect((await decompressPage(bodies)).equals(plain)).toBe(true)
  })
})
