/**
 * Debian's nginx with a generated configuration, on a local port and in its own folder, as root or not. A test gives the lines of
 * the server block, such as `location / { proxy_pass http://nodes; }`, and the blocks next to it, such as `upstream nodes { … }`.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { holdsWithin } from '#tests/support/holds-within.ts'
import { freePort } from '#tests/support/site.ts'
import { hasEnded } from './debian.ts'

const START_MS = 60_000
const STOP_MS = 60_000

export type NginxConfig = {
  /** Lines of the server block. */
  server: string
  /** Lines of the http block: upstreams, maps, further servers. */
  http?: string
  /** Paths of a certificate and of its key: the server then speaks TLS, and HTTP/2 unless `isHttp1`. */
  tls?: { certificate: string; key: string; isHttp1?: boolean }
}

export type Nginx = {
  url: string
  port: number
  /** Loads another configuration; old workers finish their requests. @throws with the message of nginx if it is wrong */
  reload: (config: NginxConfig) => Promise<void>
  /** Lines `method uri status bytes seconds upstream`, oldest first. */
  accessLog: () => Promise<string[]>
  /** Lines of the error log at level `warn` or higher, oldest first. */
  errors: () => Promise<string[]>
  /** Lets running requests finish, and removes the folder. */
  stop: () => Promise<void>
  /** Kills all its processes, and removes the folder. */
  kill9: () => Promise<void>
}

export async function startNginx(config: NginxConfig, given?: { port: number }): Promise<Nginx> {
  const port = given?.port ?? (await freePort())
  const folder = await mkdtemp(join(tmpdir(), 'pardeh-nginx-'))
  await chmod(folder, 0o755)
  let generation = 1
  await write(config)
  const master = spawn('nginx', args(folder), {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  let output = ''
  master.stderr?.on('data', chunk => {
    output += chunk
  })
  master.on('error', error => {
    output += `nginx cannot be run: ${error.message}`
  })
  await until(async () => {
    if (hasEnded(master)) throw new Error(`nginx ended: ${output}\n${await log('error.log')}`)
    return (await generationOf(folder)) === generation
  })

  function write(next: NginxConfig) {
    const file = configFile(next, { port, folder, generation })
    return writeFile(join(folder, 'nginx.conf'), file)
  }

  function log(name: string) {
    return readFile(join(folder, name), 'utf8').catch(() => '')
  }

  async function stoppedWorkers() {
    return (await log('error.log')).split('gracefully shutting down').length
  }

  async function end(signal: NodeJS.Signals) {
    if (!hasEnded(master)) {
      const closed = new Promise(done => master.once('close', done))
      const late = setTimeout(() => killGroup(master), STOP_MS)
      if (signal === 'SIGKILL') killGroup(master)
      else master.kill(signal)
      await closed
      clearTimeout(late)
    }
    await rm(folder, { recursive: true, force: true })
  }

  return {
    url: `${config.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    reload: async next => {
      generation += 1
      await write(next)
      await check(folder)
      const before = await stoppedWorkers()
      master.kill('SIGHUP')
      // New workers start before the old ones close their sockets.
      await until(async () => (await stoppedWorkers()) > before)
      await until(async () => (await generationOf(folder)) === generation)
    },
    accessLog: async () => (await log('access.log')).split('\n').filter(Boolean),
    errors: async () =>
      (await log('error.log'))
        .split('\n')
        .filter(line => /\[(warn|error|crit|alert|emerg)\]/.test(line)),
    stop: () => end('SIGQUIT'),
    kill9: () => end('SIGKILL'),
  }
}

function args(folder: string): string[] {
  return ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
}

/** A request to this socket shows which configuration is active, whatever the server of the test does. */
function configFile(
  { server, http = '', tls }: NginxConfig,
  { port, folder, generation }: { port: number; folder: string; generation: number },
): string {
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log notice;
events { worker_connections 4096; }
http {
  ${temp.map(name => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  log_format test '$request_method $request_uri $status $body_bytes_sent $request_time $upstream_addr';
  access_log ${folder}/access.log test;
  server { listen unix:${folder}/status.sock; access_log off; return 200 ${generation}; }
  ${http}
  server {
    listen 127.0.0.1:${port}${tls ? ` ssl${tls.isHttp1 ? '' : ' http2'}` : ''};
    ${tls ? `ssl_certificate ${tls.certificate}; ssl_certificate_key ${tls.key};` : ''}
    ${server}
  }
}
`
}

/** @throws with the message of nginx */
async function check(folder: string): Promise<void> {
  const child = spawn('nginx', [...args(folder), '-t'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', chunk => {
    said += chunk
  })
  const code = await new Promise(done => child.once('close', done))
  if (code !== 0) throw new Error(`nginx rejects the configuration:\n${said}`)
}

function generationOf(folder: string): Promise<number | null> {
  return new Promise(done => {
    const asked = request({ socketPath: join(folder, 'status.sock'), agent: false }, reply => {
      let text = ''
      reply.on('data', chunk => {
        text += chunk
      })
      reply.on('end', () => done(Number(text)))
    })
    asked.on('error', () => done(null))
    asked.end()
  })
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  if (await holdsWithin(START_MS, holds, 20)) return
  throw new Error(`nginx was not ready after ${START_MS / 1_000} s`)
}

/** Kills master and workers: a killed master leaves its workers behind. */
function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL')
}
