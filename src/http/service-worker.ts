/**
 * The service worker: shows a page of ours where a navigation fails for want of a connection, and does nothing else. It stores that page with
 * its style sheet and fonts, asked for without cookies; no page of a visitor, no call and no picture.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sendAsset } from './compress.ts'
import type { Step } from './listen.ts'
import { securityHeaders } from './security-headers.ts'
import { toAsset } from './static-files.ts'

export const SERVICE_WORKER = '/service-worker.js'
const VERSION = '__VERSION__'
/** A worker has the policy of its script, and this one fetches. */
const POLICY = "default-src 'none'; connect-src 'self'"

/**
 * @param file src/http/service-worker.js
 * @param release changes with each build, so that browsers fetch the offline page again
 */
export function serviceWorker(file: string, release: string): Step {
  const source = readFileSync(file, 'utf8')
  const version = createHash('sha256').update(release).digest('hex').slice(0, 12)
  const script = Buffer.from(source.replace(VERSION, version))
  const asset = toAsset({ identity: script }, 'text/javascript; charset=utf-8')
  asset.headers['Cache-Control'] = 'no-cache'
  return (req, res, { path, isHttps }) => {
    if (path !== SERVICE_WORKER || (req.method !== 'GET' && req.method !== 'HEAD')) return false
    const headers = { ...securityHeaders('file', isHttps), 'Content-Security-Policy': POLICY }
    sendAsset(req, res, asset, headers)
    return true
  }
}
