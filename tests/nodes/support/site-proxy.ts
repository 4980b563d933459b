/** nginx before nodes, by ops/nginx/site.nginx.conf: the very file, with the lines that it asks for. */
import { join, resolve } from 'node:path'
import type { NginxConfig } from './nginx.ts'

const INCLUDED = join(resolve(import.meta.dirname, '../../..'), 'ops/nginx/site.nginx.conf')

/** `ports`: of the nodes. With `tls` the proxy speaks HTTP/2 too. */
export function siteProxy(ports: readonly number[], tls?: NginxConfig['tls']): NginxConfig {
  const nodes = ports.map(port => `server 127.0.0.1:${port} fail_timeout=1s;`).join(' ')
  return {
    http: `upstream pardeh { ${nodes} keepalive 32; keepalive_timeout 60s; }`,
    server: `include ${INCLUDED};`,
    ...(tls ? { tls } : {}),
  }
}
