/** Icons, logos and the manifest of the brand, served from memory. */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { BrandAsset } from '../service/brand/brand-files.ts'
import { type Bodies, sendAsset } from './compress.ts'
import type { Step } from './listen.ts'
import { securityHeaders } from './security-headers.ts'
import { toAsset } from './static-files.ts'

/** Below this a header costs more than compression saves. */
const MIN_BYTES = 1_024

function bodiesOf(identity: Buffer, type: string): Bodies {
  const isText = /svg|json/.test(type) && identity.length > MIN_BYTES
  return isText
    ? { identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) }
    : { identity }
}

export function brandFiles(files: ReadonlyMap<string, BrandAsset>): Step {
  const assets = new Map(
    [...files].map(([path, { type, bytes, isImmutable }]) => [
      path,
      toAsset(bodiesOf(bytes, type), type, isImmutable),
    ]),
  )
  return (req, res, { path, isHttps }) => {
    const asset = assets.get(path)
    if (!asset || (req.method !== 'GET' && req.method !== 'HEAD')) return false
    sendAsset(req, res, asset, securityHeaders('file', isHttps))
    return true
  }
}
