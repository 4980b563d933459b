/** nginx in front of nodes with ops/nginx/site.nginx.conf: the shipped file with the lines that it asks the operator to fill in. */
import { join, resolve } from 'node:path'
import type { NginxConfig } from './nginx.ts'

const INCLUDED = join(resolve(import.meta.dirname, '../../..'), 'ops/nginx/site.nginx.conf')

/** @param ports of the nodes @param tls certificate with which the proxy also speaks HTTP/2 */
export function siteProxy(ports: readonly number[], tls?: NginxConfig['tls']): NginxConfig {
  const nodes = ports.map(port => `server 127.0.0.1:${port} fail_timeout=1s;`).join(' ')
  return {
    http: `upstream pardeh { ${nodes} keepalive 32; keepalive_timeout 60s; }`,
    server: `include ${INCLUDED};`,
    ...(tls ? { tls } : {}),
  }
}
