/**
 * The bodies of a page in the cache. Only compressed ones are stored, about a tenth of the page: others are made of them for the few
 * visitors who need them.
 */
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import type { Coding } from './compress.ts'

export type StoredCoding = Exclude<Coding, 'identity'>
/** At least one of them. */
export type PageBodies = Partial<Record<StoredCoding, Buffer>>

const brotli = promisify(brotliCompress)
const unbrotli = promisify(brotliDecompress)
const gzipped = promisify(gzip)
const gunzipped = promisify(gunzip)

/** As a power of 2: no page is larger, and the default window takes 4 MB of memory for each. */
const WINDOW_BITS = 18
/** Faster for the visitor who waits for the rendering, better for all who come later. */
const QUALITY = { first: 3, later: 5 } as const

export async function compressPage(
  plain: Buffer,
  coding: StoredCoding,
  when: keyof typeof QUALITY,
): Promise<Buffer> {
  if (coding === 'gzip') return ownMemory(await gzipped(plain))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY[when],
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  return ownMemory(await brotli(plain, { params }))
}

export function plainPage({ br, gzip: zipped }: PageBodies): Promise<Buffer> {
  return br ? unbrotli(br) : gunzipped(zipped as Buffer)
}

/** zlib and Node's buffer pool return parts of larger memory, all of which a stored part would keep. */
function ownMemory(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}
