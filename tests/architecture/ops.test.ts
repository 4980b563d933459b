/** The files of ops/ name settings, programs and files that exist, and agree with the code about times and flags. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readEnv, Settings } from '#src/service/platform/env.ts'
import { root } from '#tests/support/sources.ts'
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from '../../scripts/bootstrap/server-flags.mjs'

const read = (path: string) => readFileSync(join(root, 'ops', path), 'utf8')
const known = new Set(Object.keys(Settings.shape))
/** Seconds after DRAIN_SECONDS for running requests (src/http/listen.ts). */
const RUNNING_SECONDS = 20

const example = [...read('pardeh.env.example').matchAll(/^(#?)([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(
  ([, comment, name = '', value = '']) => ({ name, value, isSet: comment === '' }),
)
/** Values for settings that the example leaves empty. */
const FILLED: Record<string, string> = {
  SITE_URL: 'https://pardeh.example',
  SECRET: 'x'.repeat(64),
  TRUST_PROXY: '10.0.0.0/24',
  DATABASE_URL: 'postgres://pardeh:password@db.internal/pardeh',
  REDIS_URL: 'redis://cache.internal',
  KAVENEGAR_API_KEY: 'key',
  KAVENEGAR_TEMPLATE: 'codes',
  KAVENEGAR_SENDER: '10004346',
  ZARINPAL_MERCHANT_ID: '11111111-2222-3333-4444-555555555555',
  METRICS_TOKEN: 'x'.repeat(32),
}

test('the example of settings names settings that exist', () => {
  expect(example.length).toBeGreaterThan(20)
  expect(example.filter(({ name }) => !known.has(name))).toEqual([])
})

test('production accepts the example only after its blanks are filled', () => {
  const set = example.filter(({ isSet }) => isSet)
  const blank = Object.fromEntries(set.map(({ name, value }) => [name, value]))
  expect(() => readEnv(blank)).toThrow('SITE_URL is missing')
  const filled = Object.fromEntries(
    set.map(({ name, value }) => [name, value || (FILLED[name] ?? '')]),
  )
  expect(Object.values(filled).every(Boolean)).toBe(true)
  expect(readEnv(filled)).toMatchObject({ MODE: 'production', DRAIN_SECONDS: 5 })
})

type Service = {
  image?: string
  build?: { dockerfile: string }
  env_file?: string
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: Record<string, { condition: string }> | string[]
  healthcheck?: { test?: string[] }
  read_only?: boolean
  stop_grace_period?: string
}
const compose: { services: Record<string, Service>; volumes: object } = parse(
  read('compose.yaml'),
  {
    merge: true,
  },
)
const nodes = Object.entries(compose.services).filter(([, { build }]) => build)

test('compose.yaml starts two site nodes, and a service node and commands on demand, with settings that exist', () => {
  expect(nodes.map(([name]) => name)).toEqual(['node1', 'node2', 'service', 'command'])
  for (const [, { build, environment = {}, env_file, read_only, stop_grace_period }] of nodes) {
    expect(existsSync(join(root, build?.dockerfile ?? ''))).toBe(true)
    expect(env_file).toBe('pardeh.env')
    const unknown = Object.keys(environment).filter(name => !known.has(name))
    expect(unknown.filter(name => name !== 'HEALTH_PORT')).toEqual([])
    expect(read_only).toBe(true)
    const drain = Number(environment.DRAIN_SECONDS)
    expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThan(drain + RUNNING_SECONDS)
    expect(() =>
      readEnv({ ...FILLED, MODE: 'production', ...substituted(environment) }),
    ).not.toThrow()
  }
})

function substituted(environment: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{\w+:\?\}/g, 'a-value-of-the-environment'),
    ]),
  )
}

test('compose.yaml mounts files and volumes that exist, and waits for servers that it starts', () => {
  for (const [name, { volumes = [], depends_on = [] }] of Object.entries(compose.services)) {
    for (const volume of volumes) {
      const [source = ''] = volume.split(':')
      if (source.startsWith('./')) expect(existsSync(join(root, 'ops', source)), volume).toBe(true)
      else if (!source.startsWith('$')) expect(compose.volumes).toHaveProperty(source)
    }
    for (const other of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on))
      expect(compose.services, name).toHaveProperty(other)
  }
  expect(compose.services.postgres?.healthcheck).toBeDefined()
  expect(compose.services.redis?.healthcheck).toBeDefined()
})

const container = read('container/Containerfile')

test('the image starts a node as npm start does, not as root, and checks whether it is ready', () => {
  const [, entry = '[]'] = /^ENTRYPOINT (.*)$/m.exec(container) ?? []
  expect(JSON.parse(entry)).toEqual(['/usr/local/bin/node', ...SERVER_FLAGS])
  for (const [name, value] of Object.entries(SERVER_ENVIRONMENT))
    expect(container).toContain(`${name}=${value}`)
  expect(container).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
  // podman keeps no HEALTHCHECK in an image, so compose.yaml has it too.
  const [, check = '[]'] = /^HEALTHCHECK [\s\S]*?CMD (.*\/readyz.*)$/m.exec(container) ?? []
  expect(compose.services.node1?.healthcheck?.test).toEqual(['CMD', ...JSON.parse(check)])
  const copied = [...container.matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
    .flatMap(([, names = '']) => names.split(' '))
    .filter(name => !name.startsWith('--'))
  expect(copied.filter(name => !existsSync(join(root, name)))).toEqual([])
})

const units = readdirSync(join(root, 'ops/systemd')).filter(name => name.endsWith('.service'))
const HARDENED = [
  'NoNewPrivileges=true',
  'ProtectSystem=strict',
  'ProtectHome=true',
  'PrivateTmp=true',
  'StateDirectory=pardeh',
  'CapabilityBoundingSet=',
]

test.each(units)('%s is hardened, and runs a program that exists', name => {
  const unit = read(`systemd/${name}`)
  for (const line of HARDENED) expect(unit.split('\n')).toContain(line)
  expect(unit).toMatch(/^User=pardeh$/m)
  // This is BACKUP_DIR of the example, which ProtectSystem=strict would forbid.
  expect(unit).toContain('ReadWritePaths=-/var/backups/pardeh')
  const [, program = ''] = /^ExecStart=.* (src\/[\w/-]+\.ts)/m.exec(unit) ?? []
  expect(existsSync(join(root, program))).toBe(true)
})

test.each(['pardeh.service', 'pardeh-service.service'])(
  '%s is restarted after a failure, and has time to drain',
  name => {
    const unit = read(`systemd/${name}`)
    expect(unit).toMatch(/^Restart=on-failure$/m)
    for (const flag of SERVER_FLAGS) expect(unit).toContain(flag)
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
    const { DRAIN_SECONDS } = readEnv({ ...FILLED, MODE: 'production' })
    expect(Number(seconds)).toBeGreaterThan(DRAIN_SECONDS + RUNNING_SECONDS)
  },
)

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

/** Checks the units in a separate folder, with programs that exist: the release is not in /opt/pardeh here. */
test.runIf(hasSystemd)('systemd accepts the units', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pardeh-units-'))
  const names = readdirSync(join(root, 'ops/systemd'))
  for (const name of names) {
    const unit = read(`systemd/${name}`).replaceAll(
      '/opt/pardeh/node_modules/node/bin/node',
      '/bin/sh',
    )
    writeFileSync(
      join(folder, name),
      unit.replaceAll('file:///opt/pardeh/', 'https://pardeh.example/'),
    )
  }
  const files = names.map(name => join(folder, name))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  expect(
    stderr.split('\n').filter(line => line.includes(folder) || line.includes('pardeh')),
  ).toEqual([])
  expect(status, stderr).toBe(0)
})
