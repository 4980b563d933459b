/**
 * The bodies of a page in the cache. Only compressed ones are stored, which take about a tenth of the memory. Other codings are
 * made from them for the few visitors who need them.
 */
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, gunzip, gzip } from 'node:zlib'
import { brotliOptions, type Coding } from '../compress.ts'

export type StoredCoding = Exclude<Coding, 'identity'>
/** A page in one or more codings. */
export type PageBodies = Partial<Record<StoredCoding, Buffer>>

const brotli = promisify(brotliCompress)
const unbrotli = promisify(brotliDecompress)
const gzipped = promisify(gzip)
const gunzipped = promisify(gunzip)

/** Brotli's quality: low for the visitor who waits for the page to be rendered, higher for later visitors. */
const QUALITY = { first: 3, later: 5 } as const

/** Compresses a page for its `first` visitor (fast) or for `later` ones (smaller). */
export async function compressPage(
  plain: Buffer,
  coding: StoredCoding,
  when: keyof typeof QUALITY,
): Promise<Buffer> {
  if (coding === 'gzip') return ownMemory(await gzipped(plain))
  return ownMemory(await brotli(plain, brotliOptions(plain.length, QUALITY[when])))
}

/** Returns the uncompressed page. */
export function decompressPage({ br, gzip: zipped }: PageBodies): Promise<Buffer> {
  return br ? unbrotli(br) : gunzipped(zipped as Buffer)
}

/** Copies bytes into memory of their own. zlib and Node's buffer pool return slices, and a stored slice would retain the whole block. */
function ownMemory(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}
