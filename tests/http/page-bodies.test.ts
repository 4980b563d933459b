import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { compressPage, plainPage } from '#src/http/page-bodies.ts'

const TEXT = Array.from({ length: 3_000 }, (_, n) => `word ${(n * 7_919) % 911} of a page`).join()
const plain = Buffer.from(TEXT)

describe('the body of a page', () => {
  it('is smaller for those who come later than for the first, who waits', async () => {
    const first = await compressPage(plain, 'br', 'first')
    const later = await compressPage(plain, 'br', 'later')
    expect(later.length).toBeLessThan(first.length)
    for (const body of [first, later]) expect(String(brotliDecompressSync(body))).toBe(TEXT)
    expect(String(gunzipSync(await compressPage(plain, 'gzip', 'first')))).toBe(TEXT)
  })

  it.each([plain, Buffer.from('short'), Buffer.alloc(300_000, 'ab')])(
    'takes its own memory and no more',
    async body => {
      for (const coding of ['br', 'gzip'] as const) {
        const compressed = await compressPage(body, coding, 'first')
        expect(compressed.buffer.byteLength).toBe(compressed.length)
      }
    },
  )

  it('is read again from either coding', async () => {
    const br = await compressPage(plain, 'br', 'first')
    const gzip = await compressPage(plain, 'gzip', 'first')
    for (const bodies of [{ br }, { gzip }, { br, gzip }])
      expect((await plainPage(bodies)).equals(plain)).toBe(true)
  })
})
