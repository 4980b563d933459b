/** Reads a compose file. An unknown key is an error, so that nothing new in the file is ignored. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

/** Keys that only an engine can apply: memory limits, and what happens after the process has ended. */
const PASSED_OVER = {
  restart: z.enum(['always', 'no']).optional(),
  mem_limit: z.string().optional(),
  shm_size: z.string().optional(),
}
const Check = z.strictObject({
  test: z.tuple([z.literal('CMD')]).rest(z.string()),
  interval: z.string(),
  timeout: z.string().optional(),
  start_period: z.string().optional(),
  retries: z.number(),
})
const Waits = z.enum(['service_started', 'service_healthy'])
const Service = z.strictObject({
  ...PASSED_OVER,
  image: z.string(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  profiles: z.array(z.string()).default([]),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  tmpfs: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
  // Only ALL is supported, which a process without root privileges represents.
  cap_drop: z.tuple([z.literal('ALL')]).optional(),
  security_opt: z.tuple([z.literal('no-new-privileges')]).optional(),
  ports: z.array(z.string()).default([]),
  healthcheck: z.union([Check, z.strictObject({ disable: z.literal(true) })]).optional(),
  stop_grace_period: z.string().default('10s'),
  depends_on: z
    .union([
      z.array(z.string()).transform(names => names.map(name => [name, 'service_started'] as const)),
      z
        .record(z.string(), z.strictObject({ condition: Waits }))
        .transform(all => Object.entries(all).map(([name, on]) => [name, on.condition] as const)),
    ])
    .default([]),
  networks: z.union([
    z.tuple([z.literal('inside')]),
    z.strictObject({ inside: z.strictObject({ ipv4_address: z.ipv4() }) }),
  ]),
})
const Subnet = z.strictObject({ subnet: z.cidrv4(), ip_range: z.cidrv4(), gateway: z.ipv4() })
const File = z.strictObject({
  name: z.string(),
  'x-node': z.unknown(),
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.null()),
  networks: z.strictObject({
    inside: z.strictObject({ ipam: z.strictObject({ config: z.tuple([Subnet]) }) }),
  }),
})

export type ComposeService = Omit<z.output<typeof Service>, 'volumes'> & {
  /** Variables of `environment`, which take precedence over `env_file`. */
  environment: Record<string, string>
  mounts: Mount[]
}
type Mount = { source: string; target: string; isVolume: boolean; isReadOnly: boolean }
export type Compose = {
  services: Record<string, ComposeService>
  volumes: string[]
  subnet: string
  /** Range of addresses for services that name none. */
  range: string
  gateway: string
}

/** @param environment variables of the command; they take precedence over a file `.env` next to the compose file */
export function readCompose(path: string, environment: Record<string, string>): Compose {
  const folder = dirname(path)
  const own = join(folder, '.env')
  const values = { ...(existsSync(own) ? readEnvFile(own) : {}), ...environment }
  const text = substitute(readFileSync(path, 'utf8').replaceAll(/^\s*#.*$/gm, ''), values)
  const { services, volumes, networks } = File.parse(parse(text, { merge: true }))
  const names = Object.keys(volumes)
  const { subnet, ip_range, gateway } = networks.inside.ipam.config[0]
  return {
    volumes: names,
    subnet,
    range: ip_range,
    gateway,
    services: Object.fromEntries(
      Object.entries(services).map(([name, service]) => [
        name,
        {
          ...service,
          environment: {
            ...(service.env_file ? readEnvFile(join(folder, service.env_file)) : {}),
            ...service.environment,
          },
          mounts: service.volumes.map(volume => mountOf(volume, folder, names)),
        },
      ]),
    ),
  }
}

/** Replaces `${NAME:?}` and `${NAME:-default}`. */
function substitute(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\$\{?[^}\s]*\}?/g, found => {
    const [, name = '', other, rest = ''] = /^\$\{([A-Z_]+):([?-])([^}]*)\}$/.exec(found) ?? []
    if (!name) throw new Error(`compose.yaml: ${found} is not supported`)
    if (values[name]) return values[name]
    if (other === '-') return rest
    throw new Error(`compose.yaml: required variable ${name} is missing a value`)
  })
}

/** Reads lines NAME=value. If a name occurs several times, the last value counts. */
function readEnvFile(path: string): Record<string, string> {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map(line => {
      const [, name = '', value = ''] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? []
      // Engines interpret these characters in a value differently.
      if (!name || /["'$#]/.test(value))
        throw new Error(`${path}: the value of ${name} has a quote, $ or #`)
      return [name, value]
    }),
  )
}

export function mountOf(volume: string, folder: string, volumes: readonly string[]): Mount {
  const [source = '', target = '', mode, ...rest] = volume.split(':')
  if (!target || rest.length > 0 || (mode && mode !== 'ro'))
    throw new Error(`volume ${volume} is not supported`)
  const isVolume = volumes.includes(source)
  if (!isVolume && !/^[./]/.test(source)) throw new Error(`volume ${source} is not defined`)
  return {
    source: isVolume ? source : resolve(folder, source),
    target,
    isVolume,
    isReadOnly: mode === 'ro',
  }
}

/** Parses a duration such as '30s' into seconds. */
export function seconds(text: string): number {
  const [, number] = /^(\d+)s$/.exec(text) ?? []
  if (!number) throw new Error(`duration ${text} is not supported`)
  return Number(number)
}
