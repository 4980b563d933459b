type Host = { host: string; port: number }
export type RedisTarget = {
  kind: 'server' | 'sentinel' | 'cluster'
  isTls: boolean
  hosts: Host[]
  username?: string | undefined
  password?: string | undefined
  database: number
  /** Name of the primary, for Sentinels. */
  primary: string
  sentinelPassword?: string | undefined
}

const PORT = 6_379
const SENTINEL_PORT = 26_379
const FORM =
  /^(rediss?)(?:\+(sentinel|cluster))?:\/\/(?:([^@/]*)@)?([^/?#@]+)(?:\/([^?#]*))?(?:\?([^#]*))?$/
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i

/**
 * Parses `redis[s]://[user:password@]host[:port][/database]`, `redis[s]+cluster://…@host,host2` and
 * `redis[s]+sentinel://…@host,host2/primary[/database][?sentinelPassword=…]`; null for anything else.
 */
export function parseRedisUrl(text: string): RedisTarget | null {
  const [, scheme, mode = 'server', user, list = '', path = '', query] = FORM.exec(text) ?? []
  if (!scheme) return null
  const kind = mode as RedisTarget['kind']
  const hosts = list.split(',').map(each => parseHost(each, kind))
  if (hosts.includes(null) || (kind === 'server' && hosts.length > 1)) return null
  const parts = path.split('/').filter(Boolean)
  const primary = kind === 'sentinel' ? parts.shift() : ''
  const [database = '0', ...rest] = parts
  if (primary === undefined || rest.length > 0 || !/^\d{1,3}$/.test(database)) return null
  if (kind === 'cluster' && database !== '0') return null
  const [username, password] = (user ?? '').split(/:(.*)/s).map(decode)
  if (username === null || password === null) return null
  const sentinelPassword = new URLSearchParams(query).get('sentinelPassword') ?? undefined
  return {
    kind,
    isTls: scheme === 'rediss',
    hosts: hosts.filter(host => host !== null),
    username: username || undefined,
    password: password || undefined,
    database: Number(database),
    primary,
    sentinelPassword,
  }
}

function parseHost(text: string, kind: RedisTarget['kind']): Host | null {
  const [, host, port] = HOST.exec(text) ?? []
  if (!host || Number(port) > 65_535) return null
  const otherwise = kind === 'sentinel' ? SENTINEL_PORT : PORT
  return { host: host.replace(/^\[|\]$/g, ''), port: port ? Number(port) : otherwise }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
