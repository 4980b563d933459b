/** Files of the build, held in memory with the codings made at build time, and pictures straight from disk. */

import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'
import { codingFor } from './content-coding.ts'

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
const FOREVER = 'public, max-age=31536000, immutable'
const HASHED = /[.-][\w-]{8,}\.\w+$/

type Asset = {
  headers: Record<string, string>
  etag: string
  bodies: Partial<Record<'identity' | 'br' | 'gzip', Buffer>>
}
/** The path of a script or style sheet of the build by the name of its chunk. */
export function builtFile(root: string, name: string, ending: '.js' | '.css'): string | undefined {
  const folder = join(root, '_astro')
  if (!existsSync(folder)) return undefined
  const file = readdirSync(folder).find(
    each => each.startsWith(`${name}.`) && each.endsWith(ending),
  )
  return file && `/_astro/${file}`
}

/** A script of the build and those that it imports at once, with spaces between. */
export function withImports(root: string, script: string | undefined): string | undefined {
  if (!script) return undefined
  const code = readFileSync(join(root, script), 'utf8')
  const imports = [...code.matchAll(/(?:from|import) ?["'`]\.\/([\w.-]+\.js)["'`]/g)]
  return [script, ...imports.map(([, name]) => `/_astro/${name}`)].join(' ')
}

/** `secured` are the security headers of files (http/security-headers.ts). */
export type StaticFiles = (
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  secured: Readonly<Record<string, string>>,
) => boolean

export function staticFiles(root: string): StaticFiles {
  const assets = new Map<string, Asset>()
  if (!existsSync(root)) return () => false
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const file = join(root, name)
    const type = TYPES[extname(name)]
    if (!type || !statSync(file).isFile()) continue
    const path = `/${name.split(sep).join('/')}`
    const identity = readFileSync(file)
    const compressed = (suffix: string) =>
      existsSync(file + suffix) ? readFileSync(file + suffix) : undefined
    const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
    const forever = path.startsWith('/_astro/') || (path.startsWith('/fonts/') && HASHED.test(path))
    assets.set(path, {
      etag,
      bodies: { identity, br: compressed('.br'), gzip: compressed('.gz') },
      headers: {
        'Content-Type': type,
        'Cache-Control': forever ? FOREVER : 'public, max-age=3600',
        ETag: etag,
        Vary: 'Accept-Encoding',
      },
    })
  }
  return (req, res, path, secured) => {
    const asset = assets.get(path)
    if (!asset || (req.method !== 'GET' && req.method !== 'HEAD')) return false
    sendBody(req, res, asset, secured)
    return true
  }
}

export function sendBody(
  req: IncomingMessage,
  res: ServerResponse,
  asset: Asset,
  extra: Readonly<Record<string, string>> = {},
): void {
  if (req.headers['if-none-match']?.includes(asset.etag)) {
    const { 'Content-Type': _, 'content-type': __, ...rest } = asset.headers
    res.writeHead(304, { ...rest, ...extra }).end()
    return
  }
  const wanted = codingFor(req.headers['accept-encoding'] ?? '')
  const coding = asset.bodies[wanted] ? wanted : 'identity'
  const body = asset.bodies[coding] as Buffer
  const headers: Record<string, string | number> = {
    ...asset.headers,
    ...extra,
    'Content-Length': body.length,
  }
  if (coding !== 'identity') headers['Content-Encoding'] = coding
  res.writeHead(200, headers)
  res.end(req.method === 'HEAD' ? undefined : body)
}

/** Pictures named by content hash: never change, may be read by any page of ours. */
export function pictureFiles(roots: readonly string[]): StaticFiles {
  return (req, res, path, secured) => {
    if (!path.startsWith('/media/pictures/') || (req.method !== 'GET' && req.method !== 'HEAD'))
      return false
    const name = normalize(path.slice('/media/pictures/'.length))
    const type = TYPES[extname(name)]
    if (name.startsWith('..') || name.includes('\0') || !type?.startsWith('image/')) return false
    for (const root of roots) {
      const file = join(root, name)
      const size = sizeOf(file)
      if (size === null) continue
      res.writeHead(200, {
        'Content-Type': type,
        'Content-Length': size,
        'Cache-Control': FOREVER,
        ...secured,
      })
      if (req.method === 'HEAD') res.end()
      else
        createReadStream(file)
          .on('error', () => res.destroy())
          .pipe(res)
      return true
    }
    return false
  }
}

function sizeOf(file: string): number | null {
  try {
    const found = statSync(file)
    return found.isFile() ? found.size : null
  } catch {
    return null
  }
}
