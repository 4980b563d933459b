// The only reader of process.env: every setting, checked once at boot.
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { SMS } from '#src/contract/limits.ts'
import { isAddressRange } from './http/address.ts'

const SECRET_MIN = 32

function whole(min: number, max: number, otherwise: number) {
  const message = `is to be a whole number from ${min} to ${max}; leave it out for ${otherwise}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine(value => value >= min && value <= max, message)
    .default(otherwise)
}

function url(...protocols: string[]) {
  const message = `is to be a URL that begins with ${protocols.map(p => `${p}//`).join(' or ')}`
  return z.string().refine(text => protocols.includes(URL.parse(text)?.protocol ?? ''), message)
}

function baseUrl() {
  return url('http:', 'https:')
    .transform(text => text.replace(/\/+$/, ''))
    .optional()
}

function names() {
  return z
    .string()
    .transform(text => text.split(/[\s,]+/).filter(Boolean))
    .default([])
}

const text = z.string().optional()

export const Settings = z.object({
  MODE: z
    .enum(['demo', 'production'], 'is to be demo or production; leave it out for demo')
    .default('demo'),
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(1, 65_535, 4321),
  API_PORT: whole(1, 65_535, 4322),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform(path => resolve(path)),
  SITE_URL: url('http:', 'https:')
    .refine(address => URL.parse(address)?.pathname === '/', 'is to be an origin, without a path')
    .transform(address => new URL(address).origin)
    .optional(),
  SECRET: z
    .string()
    .min(
      SECRET_MIN,
      `is to have ${SECRET_MIN} characters or more; \`openssl rand -base64 48\` makes one`,
    )
    .optional(),
  TRUST_PROXY: names().refine(
    list => list.every(isAddressRange),
    'is to be a list of addresses or ranges, such as 10.0.0.0/8, 127.0.0.1',
  ),
  ALLOWED_HOSTS: names(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'is to be fatal, error, warn, info, debug, trace or silent; leave it out for info',
    )
    .default('info'),

  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  DB_POOL: whole(1, 500, 10),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  API_BASE_URL: baseUrl(),
  MEDIA_BASE_URL: baseUrl(),

  SMS_BASE_URL: baseUrl(),
  KAVENEGAR_API_KEY: text,
  KAVENEGAR_TEMPLATE: z.string().default('pardeh-otp'),
  KAVENEGAR_SENDER: text,
  SMSIR_API_KEY: text,
  SMSIR_TEMPLATE_ID: z
    .string()
    .regex(/^\d{1,10}$/, 'is to be the number of a template in your SMS.ir panel')
    .optional(),
  SMSIR_LINE_NUMBER: z
    .string()
    .regex(/^\d{4,15}$/, 'is to be the digits of your SMS.ir line')
    .optional(),
  SMSIR_BASE_URL: baseUrl(),
  SMS_PER_MINUTE: whole(1, 1_000_000, SMS.perMinute),
  SMS_PER_HOUR: whole(1, 10_000_000, SMS.perHour),
  SMS_PER_DAY: whole(1, 100_000_000, SMS.perDay),

  ZARINPAL_BASE_URL: baseUrl(),
  ZARINPAL_MERCHANT_ID: z
    .guid('is to be the 36 characters of your Zarinpal merchant id')
    .optional(),
  ZIBAL_BASE_URL: baseUrl(),
  ZIBAL_MERCHANT: text,
  VANDAR_BASE_URL: baseUrl(),
  VANDAR_BUSINESS: text,
  VANDAR_TOKEN: text,

  SSO_JWKS_URL: baseUrl(),
  SSO_ISSUER: text,
  SSO_AUDIENCE: text,
  SSO_BACK_URL: url('https:', 'http:').optional(),

  VAST_URL: url('http:', 'https:').optional(),
  FFMPEG_PATH: text,
  WIDEVINE_LICENSE_URL: url('https:').optional(),
  FAIRPLAY_LICENSE_URL: url('https:').optional(),
  FAIRPLAY_CERTIFICATE_URL: url('https:').optional(),

  SENTRY_DSN: url('https:', 'http:').optional(),
  METRICS_TOKEN: z.string().min(16, 'is to have 16 characters or more').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl(),
  TAG_MANAGER_ID: z
    .string()
    .regex(/^GTM-[A-Z0-9]{4,12}$/, 'is to look like GTM-ABC1234')
    .optional(),
  CHAT_WIDGET_URL: url('https:').optional(),
  ENAMAD_ID: z
    .string()
    .regex(/^\d{1,10}$/, 'is to be the number in your e-Namad link')
    .optional(),
  ENAMAD_CODE: text,
  SAMANDEHI_ID: z
    .string()
    .regex(/^\d{1,10}$/, 'is to be the number in your Samandehi link')
    .optional(),
  SAMANDEHI_CODE: text,

  SUPPORT_PHONE: z
    .string()
    .regex(/^\+?\d{3,15}$/, 'is to be digits alone, such as 02112345678')
    .optional(),
  SUPPORT_EMAIL: z.email('is to be an e-mail address').optional(),
  ANDROID_APP_URL: url('https:').optional(),
  ANDROID_TV_APP_URL: url('https:').optional(),
  IOS_APP_URL: url('https:').optional(),
  SMART_TV_APP_URL: url('https:').optional(),
  BAZAAR_APP_URL: url('https:').optional(),
  MYKET_APP_URL: url('https:').optional(),
})

export type Env = Readonly<Omit<z.infer<typeof Settings>, 'SECRET'> & { SECRET: string }>

/** What pages may show: nothing here is a secret, an internal address or a key of an account. */
const PUBLIC_SETTINGS = [
  'MODE',
  'SITE_URL',
  'TAG_MANAGER_ID',
  'CHAT_WIDGET_URL',
  'ENAMAD_ID',
  'ENAMAD_CODE',
  'SAMANDEHI_ID',
  'SAMANDEHI_CODE',
  'SUPPORT_PHONE',
  'SUPPORT_EMAIL',
  'ANDROID_APP_URL',
  'ANDROID_TV_APP_URL',
  'IOS_APP_URL',
  'SMART_TV_APP_URL',
  'BAZAAR_APP_URL',
  'MYKET_APP_URL',
] as const satisfies ReadonlyArray<keyof Env>

/** The settings as pages get them in `Astro.locals.settings`. */
export type PublicSettings = Pick<Env, (typeof PUBLIC_SETTINGS)[number]>

export function publicSettings(env: Env): PublicSettings {
  const entries = PUBLIC_SETTINGS.map(name => [name, env[name]])
  return Object.freeze(Object.fromEntries(entries)) as PublicSettings
}

/** All that is wrong with the settings, each with what to do about it. */
export class EnvError extends Error {
  readonly problems: readonly string[]
  constructor(problems: string[]) {
    super(
      `The settings need ${problems.length} correction(s):\n${problems.map(p => `  - ${p}`).join('\n')}`,
    )
    this.name = 'EnvError'
    this.problems = problems
  }
}

/** @throws EnvError that lists every problem. In demo a missing SECRET is made and kept in DATA_DIR. */
export function readEnv(source: NodeJS.ProcessEnv = surroundings()): Env {
  const given = new Map<string, string>()
  for (const name of Object.keys(Settings.shape)) {
    const value = source[name]?.trim()
    if (value) given.set(name, value)
  }
  const parsed = Settings.safeParse(Object.fromEntries(given))
  const problems =
    parsed.error?.issues.map(issue => `${String(issue.path[0])} ${issue.message}`) ?? []
  if (given.get('MODE') === 'production') problems.push(...missingInProduction(given))
  if (!parsed.success || problems.length > 0) throw new EnvError(problems)
  const SECRET = parsed.data.SECRET ?? storedSecret(parsed.data.DATA_DIR)
  return Object.freeze({ ...parsed.data, SECRET })
}

/** A file .env beside package.json may hold settings; what is set outside of it goes first. */
function surroundings(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile()
  return process.env
}

function missingInProduction(given: Map<string, string>): string[] {
  const problems: string[] = []
  function need(isThere: boolean, problem: string) {
    if (!isThere) problems.push(problem)
  }
  const has = (...keys: string[]) => keys.every(key => given.has(key))
  const isFake = (key: string) =>
    /sandbox|localhost|127\.0\.0\.1|\[::1\]/.test(given.get(key) ?? '')

  need(
    has('SECRET'),
    'SECRET is missing: `openssl rand -base64 48` makes one; keep it, all sessions hang on it',
  )
  need(has('SITE_URL'), 'SITE_URL is missing: give the public origin, such as https://example.com')
  need(
    !/^http:/.test(given.get('SITE_URL') ?? ''),
    'SITE_URL is to begin with https: in production',
  )
  need(
    has('KAVENEGAR_API_KEY') || has('SMSIR_API_KEY'),
    'KAVENEGAR_API_KEY (or SMSIR_API_KEY) is missing: without one messages would go to the demo outbox',
  )
  need(
    !has('SMSIR_API_KEY') || has('SMSIR_TEMPLATE_ID'),
    'SMSIR_TEMPLATE_ID is missing: give the template that SMS.ir fills codes into',
  )
  need(
    !has('SMSIR_API_KEY') || has('SMSIR_LINE_NUMBER') || has('KAVENEGAR_API_KEY'),
    'SMSIR_LINE_NUMBER is missing: without it and Kavenegar no message but codes goes out',
  )
  need(
    has('ZARINPAL_MERCHANT_ID') || has('ZIBAL_MERCHANT'),
    'ZARINPAL_MERCHANT_ID (or ZIBAL_MERCHANT) is missing: without one payments would go to the demo bank',
  )
  need(
    given.get('ZIBAL_MERCHANT') !== 'zibal',
    'ZIBAL_MERCHANT is the test merchant: give your own',
  )
  for (const key of [
    'SMS_BASE_URL',
    'SMSIR_BASE_URL',
    'ZARINPAL_BASE_URL',
    'ZIBAL_BASE_URL',
    'VANDAR_BASE_URL',
  ]) {
    need(!isFake(key), `${key} points at a sandbox or this machine: leave it out in production`)
  }
  need(
    has('VANDAR_BUSINESS') === has('VANDAR_TOKEN'),
    'VANDAR_BUSINESS and VANDAR_TOKEN go together: give both for direct debit, or none',
  )
  return problems
}

/** The demo's secret, made once. The link makes sure that two processes starting at once keep the same. */
function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  const draft = `${file}.${process.pid}`
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 })
    try {
      linkSync(draft, file)
    } catch {
      // It is there already.
    }
    rmSync(draft)
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new EnvError([
      `DATA_DIR ${dataDir} cannot be written (${String(error)}): give a folder that this user may write`,
    ])
  }
}
