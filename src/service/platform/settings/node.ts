import { resolve } from 'node:path'
import { z } from 'zod'
import { isAddressRange } from '../http/address.ts'
import { listSetting, urlSetting, wholeNumberSetting } from './values.ts'

const SECRET_MIN = 32

/** The addresses on which a node listens, the proxies it trusts, and its log. */
export const nodeSettings = {
  MODE: z
    .enum(['demo', 'production'], 'must be demo or production; leave it out for demo')
    .default('demo'),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumberSetting(1, 65_535, 4321),
  API_PORT: wholeNumberSetting(1, 65_535, 4322),
  STAFF_PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port from 1 to 65535, or 0 for no console')
    .transform(Number)
    .refine(port => port <= 65_535, 'must be a port from 1 to 65535, or 0 for no console')
    .optional(),
  STAFF_ORIGIN: urlSetting('http:', 'https:')
    .refine(address => URL.parse(address)?.pathname === '/', 'must be an origin, without a path')
    .transform(address => new URL(address).origin)
    .optional(),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform(path => resolve(path)),
  SITE_URL: urlSetting('http:', 'https:')
    .refine(address => URL.parse(address)?.pathname === '/', 'must be an origin, without a path')
    .transform(address => new URL(address).origin)
    .optional(),
  SECRET: z
    .string()
    .min(
      SECRET_MIN,
      `must have ${SECRET_MIN} characters or more; \`openssl rand -base64 48\` creates one`,
    )
    .optional(),
  SECRET_PREVIOUS: secrets(),
  DRAIN_SECONDS: z
    .string()
    .regex(/^([0-9]|[1-9]\d|1[01]\d|120)$/, 'must be a whole number from 0 to 120')
    .transform(Number)
    .optional(),
  PAGE_CACHE_MB: wholeNumberSetting(0, 65_536, 32),
  TRUST_PROXY: listSetting().refine(
    list => list.every(isAddressRange),
    'must be a list of addresses or ranges, such as 10.0.0.0/8, 127.0.0.1',
  ),
  ALLOWED_HOSTS: listSetting(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent; leave it out for info',
    )
    .default('info'),
  ACCESS_LOG: z
    .enum(
      ['on', 'off', 'address'],
      'must be on, off or address; leave it out for on, which is off in the demo',
    )
    .optional(),
}

/** A list like names(), or a list in JSON for secrets with spaces or commas. */
function secrets() {
  const message = `must be a list of secrets of ${SECRET_MIN} characters or more, separated by commas; write secrets with commas or spaces as \`["…", "…"]\``
  return z
    .string()
    .transform(given => listIn(given))
    .refine(list => list.every(secret => secret.length >= SECRET_MIN), message)
    .default([])
}

function listIn(given: string): string[] {
  if (!given.startsWith('[')) return given.split(/[\s,]+/).filter(Boolean)
  try {
    const list = z.array(z.string()).safeParse(JSON.parse(given))
    return list.data ?? ['']
  } catch {
    return ['']
  }
}
