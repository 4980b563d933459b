/**
 * Serves the service worker, which only shows the offline page if a navigation fails without a connection. It stores that page with its
 * style sheet and fonts, requested without cookies. It never stores a visitor's page, a call or a picture.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sendAsset } from './compress.ts'
import type { Step } from './listen.ts'
import { securityHeaders } from './security-headers.ts'
import { createAsset } from './static-files.ts'

export const SERVICE_WORKER_PATH = '/service-worker.js'
const VERSION = '__VERSION__'
/** A worker inherits the policy of its script, and this one needs to fetch. */
const POLICY = "default-src 'none'; connect-src 'self'"

/**
 * Serves the script of the service worker.
 * @param file path of src/http/service-worker.js
 * @param release changes with each build, so that browsers fetch the offline page again
 */
export function serveServiceWorker(file: string, release: string): Step {
  const source = readFileSync(file, 'utf8')
  const version = createHash('sha256').update(release).digest('hex').slice(0, 12)
  const script = Buffer.from(source.replace(VERSION, version))
  const asset = createAsset({ identity: script }, 'text/javascript; charset=utf-8')
  asset.headers['Cache-Control'] = 'no-cache'
  return (req, res, { path, isHttps }) => {
    if (path !== SERVICE_WORKER_PATH || (req.method !== 'GET' && req.method !== 'HEAD'))
      return false
    const headers = { ...securityHeaders('file', isHttps), 'Content-Security-Policy': POLICY }
    sendAsset(req, res, asset, headers)
    return true
  }
}
