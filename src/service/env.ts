// The only reader of process.env. A setting's variable is its name in capitals: `siteUrl` is SITE_URL.
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'

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

function isAddress(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const text = z.string().optional()

const Settings = z.object({
  mode: z
    .enum(['demo', 'production'], 'is to be demo or production; leave it out for demo')
    .default('demo'),
  host: z.string().default('127.0.0.1'),
  port: whole(1, 65_535, 4321),
  apiPort: whole(1, 65_535, 4322),
  dataDir: z
    .string()
    .default('.data')
    .transform(path => resolve(path)),
  siteUrl: url('http:', 'https:')
    .refine(address => URL.parse(address)?.pathname === '/', 'is to be an origin, without a path')
    .transform(address => new URL(address).origin)
    .optional(),
  secret: z
    .string()
    .min(
      SECRET_MIN,
      `is to have ${SECRET_MIN} characters or more; \`openssl rand -base64 48\` makes one`,
    )
    .optional(),
  trustProxy: names().refine(
    list => list.every(isAddress),
    'is to be a list of addresses or ranges, such as 10.0.0.0/8, 127.0.0.1',
  ),
  allowedHosts: names(),
  logLevel: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'is to be fatal, error, warn, info, debug, trace or silent; leave it out for info',
    )
    .default('info'),

  databaseUrl: url('postgres:', 'postgresql:').optional(),
  dbPool: whole(1, 500, 10),
  redisUrl: url('redis:', 'rediss:').optional(),
  apiBaseUrl: baseUrl(),
  mediaBaseUrl: baseUrl(),

  smsBaseUrl: baseUrl(),
  kavenegarApiKey: text,
  kavenegarTemplate: z.string().default('pardeh-otp'),
  kavenegarSender: text,

  zarinpalBaseUrl: baseUrl(),
  zarinpalMerchantId: z.guid('is to be the 36 characters of your Zarinpal merchant id').optional(),
  zibalBaseUrl: baseUrl(),
  zibalMerchant: text,
  vandarBaseUrl: baseUrl(),
  vandarBusiness: text,
  vandarToken: text,

  ssoJwksUrl: baseUrl(),
  ssoIssuer: text,
  ssoAudience: text,
  ssoBackUrl: url('https:', 'http:').optional(),

  vastUrl: url('http:', 'https:').optional(),
  widevineLicenseUrl: url('https:').optional(),
  fairplayLicenseUrl: url('https:').optional(),
  fairplayCertificateUrl: url('https:').optional(),

  sentryDsn: url('https:', 'http:').optional(),
  metricsToken: z.string().min(16, 'is to have 16 characters or more').optional(),
  otelExporterOtlpEndpoint: baseUrl(),
  tagManagerId: z
    .string()
    .regex(/^GTM-[A-Z0-9]{4,12}$/, 'is to look like GTM-ABC1234')
    .optional(),
  chatWidgetUrl: url('https:').optional(),
  enamadId: z
    .string()
    .regex(/^\d{1,10}$/, 'is to be the number in your e-Namad link')
    .optional(),
  enamadCode: text,
  samandehiId: z
    .string()
    .regex(/^\d{1,10}$/, 'is to be the number in your Samandehi link')
    .optional(),
  samandehiCode: text,
})

export type Env = Readonly<
  Omit<z.infer<typeof Settings>, 'secret'> & { secret: string; isProduction: boolean }
>

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
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const given = Object.entries(variables).flatMap(([key, name]) => {
    const value = source[name]?.trim()
    return value ? [[key, value]] : []
  })
  const parsed = Settings.safeParse(Object.fromEntries(given))
  const values = new Map<string, unknown>(given.map(([key = '', value]) => [key, value]))
  const problems =
    parsed.error?.issues.map(issue => told(String(issue.path[0]), issue.message)) ?? []
  if (values.get('mode') === 'production') problems.push(...missingInProduction(values))
  if (!parsed.success || problems.length > 0) throw new EnvError(problems)
  const secret = parsed.data.secret ?? keptSecret(parsed.data.dataDir)
  return Object.freeze({ ...parsed.data, secret, isProduction: parsed.data.mode === 'production' })
}

const variables = Object.fromEntries(
  Object.keys(Settings.shape).map(key => [key, key.replace(/[A-Z]/g, '_$&').toUpperCase()]),
)

function told(key: string, message: string): string {
  return `${variables[key]} ${message}`
}

function missingInProduction(values: Map<string, unknown>): string[] {
  const problems: string[] = []
  function need(isThere: boolean, problem: string) {
    if (!isThere) problems.push(problem)
  }
  const has = (...keys: string[]) => keys.every(key => values.has(key))
  const isFake = (key: string) =>
    /sandbox|localhost|127\.0\.0\.1|\[::1\]/.test(String(values.get(key)))

  need(
    has('secret'),
    'SECRET is missing: `openssl rand -base64 48` makes one; keep it, all sessions hang on it',
  )
  need(has('siteUrl'), 'SITE_URL is missing: give the public origin, such as https://example.com')
  need(
    !has('siteUrl') || String(values.get('siteUrl')).startsWith('https:'),
    'SITE_URL is to begin with https: in production',
  )
  need(
    has('kavenegarApiKey'),
    'KAVENEGAR_API_KEY is missing: without it messages would go to the demo outbox',
  )
  need(
    has('zarinpalMerchantId') || has('zibalMerchant'),
    'ZARINPAL_MERCHANT_ID (or ZIBAL_MERCHANT) is missing: without one payments would go to the demo bank',
  )
  need(
    values.get('zibalMerchant') !== 'zibal',
    'ZIBAL_MERCHANT is the test merchant: give your own',
  )
  for (const key of ['smsBaseUrl', 'zarinpalBaseUrl', 'zibalBaseUrl', 'vandarBaseUrl']) {
    need(
      !isFake(key),
      `${variables[key]} points at a sandbox or this machine: leave it out in production`,
    )
  }
  need(
    has('vandarBusiness') === has('vandarToken'),
    'VANDAR_BUSINESS and VANDAR_TOKEN go together: give both for direct debit, or none',
  )
  return problems
}

/** The demo's secret, made once. The link makes sure that two processes starting at once keep the same. */
function keptSecret(dataDir: string): string {
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
