/**
 * Serves files of the build from memory, in the codings made at build time, and streams pictures from disk. `sirv` does not fit: it
 * reads files from disk for each request (measured: a third to a seventh of the requests per second), leaks a file descriptor for
 * each aborted download, and throws on a reversed Range.
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'
import { pipeline } from 'node:stream'
import { type Asset, sendAsset } from './compress.ts'
import type { Step } from './listen.ts'
import { securityHeaders } from './security-headers.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
}
const IMMUTABLE = 'public, max-age=31536000, immutable'
const HASHED = /[.-][\w-]{8,}\.\w+$/
const PICTURES = '/media/pictures/'

/** Serves the files in `root`, which it reads once at the start. */
export function serveStaticFiles(root: string): Step {
  const assets = new Map<string, Asset>()
  const names = existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : []
  for (const name of names) {
    const type = TYPES[extname(name)]
    if (type && statSync(join(root, name)).isFile())
      assets.set(`/${name.split(sep).join('/')}`, readAsset(join(root, name), type))
  }
  for (const [path, { headers }] of assets)
    if (isImmutable(path)) headers['Cache-Control'] = IMMUTABLE
  return (req, res, { path, isHttps }) => {
    const asset = assets.get(path)
    if (!asset || !isRead(req)) return false
    sendAsset(req, res, asset, securityHeaders('file', isHttps))
    return true
  }
}

function readAsset(file: string, type: string): Asset {
  const identity = readFileSync(file)
  const bodies: Asset['bodies'] = { identity }
  if (existsSync(`${file}.br`)) bodies.br = readFileSync(`${file}.br`)
  if (existsSync(`${file}.gz`)) bodies.gzip = readFileSync(`${file}.gz`)
  return createAsset(bodies, type)
}

/** Makes an asset that browsers store for an hour, or forever if its path changes with its content (`isForGood`). */
export function createAsset(bodies: Asset['bodies'], type: string, isForGood = false): Asset {
  const etag = `"${createHash('sha256').update(bodies.identity).digest('base64url').slice(0, 22)}"`
  const headers = {
    'Content-Type': type,
    'Cache-Control': isForGood ? IMMUTABLE : 'public, max-age=3600',
    ETag: etag,
    Vary: 'Accept-Encoding',
  }
  return { etag, bodies, headers }
}

function isImmutable(path: string): boolean {
  return path.startsWith('/_astro/') || (path.startsWith('/fonts/') && HASHED.test(path))
}

/** Serves pictures from the first of `roots` that has them. They are named by content hash and therefore never change. */
export function servePictures(roots: readonly string[]): Step {
  return (req, res, { path, isHttps }) => {
    if (!path.startsWith(PICTURES) || !isRead(req)) return false
    const name = normalize(path.slice(PICTURES.length))
    const type = TYPES[extname(name)]
    if (name.startsWith('..') || name.includes('\0') || !type?.startsWith('image/')) return false
    for (const root of roots) {
      const file = join(root, name)
      const size = sizeOf(file)
      if (size === null) continue
      res.writeHead(200, {
        'Content-Type': type,
        'Content-Length': size,
        'Cache-Control': IMMUTABLE,
        ...securityHeaders('file', isHttps),
      })
      if (req.method === 'HEAD') res.end()
      else pipeline(createReadStream(file), res, () => undefined)
      return true
    }
    return false
  }
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

function sizeOf(file: string): number | null {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats?.isFile() ? stats.size : null
}
