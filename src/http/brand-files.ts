import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { BrandAsset } from '../service/platform/brand/brand-files.ts'
import { type Bodies, MIN_COMPRESSED_BYTES, sendAsset } from './compress.ts'
import type { Step } from './listen.ts'
import { securityHeaders } from './security-headers.ts'
import { createAsset } from './static-files.ts'

function bodiesOf(identity: Buffer, type: string): Bodies {
  const isText = /svg|json/.test(type) && identity.length > MIN_COMPRESSED_BYTES
  return isText
    ? { identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) }
    : { identity }
}

/** Serves icons, logos and the manifest of the brand from memory. `files` are keyed by path. */
export function serveBrandFiles(files: ReadonlyMap<string, BrandAsset>): Step {
  const assets = new Map(
    [...files].map(([path, { type, bytes, isImmutable }]) => [
      path,
      createAsset(bodiesOf(bytes, type), type, isImmutable),
    ]),
  )
  return (req, res, { path, isHttps }) => {
    const asset = assets.get(path)
    if (!asset || (req.method !== 'GET' && req.method !== 'HEAD')) return false
    sendAsset(req, res, asset, securityHeaders('file', isHttps))
    return true
  }
}
