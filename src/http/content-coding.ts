/** Content codings of pages: each is made once, when the first visitor asks for it. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { CachedPage } from './page-cache.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** 2 to this: pages are smaller than that, and the default takes 4 MB for each. */
const WINDOW = 18

export type Coding = keyof CachedPage['bodies']

export function codingFor(accepted: string): Coding {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

/** Compresses a cached page in a coding, once. */
export async function compressPage({ bodies }: CachedPage, coding: Coding): Promise<Buffer> {
  const { identity } = bodies
  if (coding === 'identity') return identity
  bodies[coding] ??=
    coding === 'gzip' ? await gzipped(identity, { level: 6 }) : await brotliCompressed(identity, 5)
  return bodies[coding]
}

/** For who asked first: quick; a page that is asked for again is compressed better, once. */
export function compressFast(page: CachedPage, coding: Coding): Promise<Buffer> {
  return coding === 'br' ? brotliCompressed(page.bodies.identity, 3) : compressPage(page, coding)
}

function brotliCompressed(plain: Buffer, quality: 3 | 5): Promise<Buffer> {
  return brotli(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  })
}
