import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EnvError, readEnv, Settings } from '#src/service/platform/env.ts'
import { deriveKey } from '#src/service/platform/keys.ts'

let DATA_DIR: string
beforeAll(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'pardeh-env-'))
})
afterAll(() => rm(DATA_DIR, { recursive: true }))

function problemsOf(source: NodeJS.ProcessEnv): readonly string[] {
  try {
    readEnv({ DATA_DIR, ...source })
    return []
  } catch (error) {
    if (error instanceof EnvError) return error.problems
    throw error
  }
}

const production = {
  MODE: 'production',
  SECRET: 'x'.repeat(48),
  SITE_URL: 'https://example.com',
  KAVENEGAR_API_KEY: 'key',
  ZARINPAL_MERCHANT_ID: '11111111-2222-3333-4444-555555555555',
}

describe('the settings', () => {
  it('have defaults if nothing is set', () => {
    const env = readEnv({ DATA_DIR })
    expect(env).toMatchObject({ MODE: 'demo', HOST: '127.0.0.1', PORT: 4321, API_PORT: 4322 })
    expect(env).toMatchObject({ DB_POOL: 10, LOG_LEVEL: 'info', TRUST_PROXY: [] })
    expect(env).toMatchObject({ SMS_PER_MINUTE: 600, SMS_PER_HOUR: 6_000, SMS_PER_DAY: 50_000 })
    expect(env.DATABASE_URL).toBeUndefined()
    expect(env.ANDROID_TV_APP_URL).toMatch(/^https:\/\/pardeh\.example\//)
    expect(readEnv({ DATA_DIR, ...production }).ANDROID_TV_APP_URL).toBeUndefined()
    expect(env.DRAIN_SECONDS).toBe(0)
    expect(readEnv({ DATA_DIR, ...production }).DRAIN_SECONDS).toBe(5)
    expect(readEnv({ DATA_DIR, ...production, DRAIN_SECONDS: '0' }).DRAIN_SECONDS).toBe(0)
    expect(Object.isFrozen(env)).toBe(true)
  })

  it('treat an empty variable as not set', () => {
    expect(readEnv({ DATA_DIR, PORT: ' ', SITE_URL: '' })).toMatchObject({ PORT: 4321 })
  })

  it('report a setting that has no effect without another one', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer x, team=video' }
    expect(problemsOf({ ...endpoint, ...headers })).toEqual([])
    for (const [name, value] of [
      ...Object.entries(headers),
      ['CDN_PURGE_KEY', 'a-key-of-16-letters'],
      ['KAVENEGAR_TEMPLATE', 'a'],
      ['KAVENEGAR_SENDER', '1000'],
      ['SMSIR_TEMPLATE_ID', '12'],
      ['SMSIR_LINE_NUMBER', '3000'],
      ['SMSIR_BASE_URL', 'https://sms.example'],
    ] as const)
      expect(problemsOf({ [name]: value })).toEqual([
        expect.stringMatching(`^${name} has no effect without [A-Z_]+: set both`),
      ])
    expect(problemsOf({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'a key' })).toHaveLength(1)
  })

  it('have a share of visits from 0 to 1', () => {
    for (const share of ['0', '1', '0.25', '.5'])
      expect(readEnv({ DATA_DIR, WEB_VITALS_SAMPLE: share }).WEB_VITALS_SAMPLE).toBe(Number(share))
    expect(readEnv({ DATA_DIR }).WEB_VITALS_SAMPLE).toBe(0.1)
    for (const wrong of ['1.1', '-1', '10%', 'x', '1e-1', '٠'])
      expect(problemsOf({ WEB_VITALS_SAMPLE: wrong }).join(), wrong).toContain('from 0 to 1')
  })

  it('require a key for a media store, in demo too', () => {
    const MEDIA_STORE = 's3://films/of-pardeh'
    expect(problemsOf({ MEDIA_STORE }).join()).toContain('AWS_ACCESS_KEY_ID or AWS_SECRET')
    expect(problemsOf({ MEDIA_STORE, AWS_ACCESS_KEY_ID: 'a' })).toHaveLength(1)
    const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }
    expect(problemsOf({ MEDIA_STORE, ...keys })).toEqual([])
    for (const wrong of ['films', 's3://', 's3://Films', 's3://films/../other', 'https://films'])
      expect(problemsOf({ MEDIA_STORE: wrong, ...keys }).join(), wrong).toContain(
        'MEDIA_STORE must be a bucket',
      )
  })

  it('list every problem at once, each with what to do', () => {
    const problems = problemsOf({
      PORT: 'http',
      MODE: 'live',
      DATABASE_URL: 'mysql://localhost/x',
      TRUST_PROXY: '10.0.0.0/8, proxy',
      SECRET: 'short',
      REDIS_URL: 'redis://one,two',
    })
    expect(problems).toHaveLength(6)
    expect(problems.join('\n')).toMatch(/PORT must be a whole number from 1 to 65535/)
    expect(problems.join('\n')).toMatch(/MODE must be demo or production/)
    expect(problems.join('\n')).toMatch(/DATABASE_URL .* begins with postgres:\/\//)
    expect(problems.join('\n')).toMatch(/TRUST_PROXY must be a list of addresses/)
    expect(problems.join('\n')).toMatch(/SECRET must have 32 .*openssl rand/)
    expect(problems.join('\n')).toMatch(/REDIS_URL must be a URL such as redis:/)
  })

  it('list earlier secrets with commas, or in JSON', () => {
    const [one, other] = ['o'.repeat(32), 'a secret with, commas and spaces in it']
    const read = (SECRET_PREVIOUS: string) => readEnv({ DATA_DIR, SECRET_PREVIOUS }).SECRET_PREVIOUS
    expect(read(`${one}, ${one}2`)).toEqual([one, `${one}2`])
    expect(read(JSON.stringify([one, other]))).toEqual([one, other])
    for (const wrong of ['short', `${one},short`, '[', '[1]', '{}', other])
      expect(problemsOf({ SECRET_PREVIOUS: wrong }).join(), wrong).toMatch(/^SECRET_PREVIOUS must/)
  })

  it('name a search engine by its URL, and need one connection more for the lock of its indexes', () => {
    const SEARCH_URL = 'https://user:hunter2@search.internal:9200/'
    expect(problemsOf({ SEARCH_URL, SEARCH_INDEX: 'films-2' })).toEqual([])
    expect(problemsOf({ SEARCH_INDEX: 'films' }).join()).toContain('no effect without SEARCH_URL')
    expect(problemsOf({ SEARCH_URL, SEARCH_INDEX: 'Films' }).join()).toContain('SEARCH_INDEX must')
    expect(problemsOf({ SEARCH_URL, DB_POOL: '1' }).join()).toContain('DB_POOL must be 2 or more')
    const wrong = problemsOf({ SEARCH_URL: 'tcp://user:hunter2@search.internal' }).join()
    expect(wrong).toContain('SEARCH_URL must be a URL')
    expect(wrong).not.toContain('hunter2')
  })

  it('never repeat an invalid secret', () => {
    expect(problemsOf({ SECRET: 'hunter2' }).join()).not.toContain('hunter2')
  })

  it('read lists, origins and base addresses in one form', () => {
    const env = readEnv({
      DATA_DIR,
      TRUST_PROXY: '10.0.0.0/8, ::1',
      SITE_URL: 'https://example.com/',
      API_BASE_URL: 'http://10.0.0.2:4322/, https://api.example/v1',
    })
    expect(env.TRUST_PROXY).toEqual(['10.0.0.0/8', '::1'])
    expect(env.SITE_URL).toBe('https://example.com')
    expect(env.API_BASE_URL).toEqual(['http://10.0.0.2:4322', 'https://api.example/v1'])
  })
})

describe('the apps that open links', () => {
  const fingerprint = Array.from({ length: 32 }, () => '0F').join(':')
  it.each([
    ['ANDROID_APP_ID', 'ir.pardeh.app'],
    ['ANDROID_APP_FINGERPRINTS', `${fingerprint}, ${fingerprint}`],
    ['IOS_APP_ID', 'ABCDE12345.ir.pardeh.app'],
    ['IOS_STORE_ID', '123456789'],
  ])('may be %s %s', (name, value) => expect(problemsOf({ [name]: value })).toEqual([]))

  it.each([
    ['ANDROID_APP_ID', 'pardeh'],
    ['ANDROID_APP_FINGERPRINTS', fingerprint.toLowerCase()],
    ['ANDROID_APP_FINGERPRINTS', 'AB:CD'],
    ['IOS_APP_ID', 'ir.pardeh.app'],
    ['IOS_STORE_ID', 'id123456789'],
  ])('may not be %s %s', (name, value) => expect(problemsOf({ [name]: value })).toHaveLength(1))
})

describe('the contact for security reports', () => {
  it('is a list of URIs, and an e-mail address becomes one', () => {
    const SECURITY_CONTACT = 'a@example.com, https://example.com/report tel:+982112345678'
    expect(readEnv({ DATA_DIR, SECURITY_CONTACT }).SECURITY_CONTACT).toEqual([
      'mailto:a@example.com',
      'https://example.com/report',
      'tel:+982112345678',
    ])
    expect(readEnv({ DATA_DIR }).SECURITY_CONTACT).toEqual([])
  })
  it.each(['nobody', 'http://example.com', 'tel:12', 'javascript:alert(1)'])(
    'may not be %s',
    value => expect(problemsOf({ SECURITY_CONTACT: value })).toHaveLength(1),
  )
})

describe('the origins of third parties', () => {
  it.each(['https://cdn.example.com', 'https://*.example.com, https://a.example:8443'])(
    'may be %s',
    value => expect(problemsOf({ THIRD_PARTY_ORIGINS: value })).toEqual([]),
  )

  it.each([
    'http://cdn.example.com',
    'https://*.com',
    'https://*',
    '*',
    'https:',
    "'unsafe-inline'",
    'https://a.example/path',
    'https://a.example;script-src',
  ])('are never %s', value =>
    expect(problemsOf({ THIRD_PARTY_ORIGINS: value }).join()).toContain('THIRD_PARTY_ORIGINS'),
  )
})

describe('the example file', () => {
  it('names exactly the settings that exist', async () => {
    const text = await readFile('.env.example', 'utf8')
    const named = [...text.matchAll(/^#?([A-Z0-9_]+)=/gm)].map(([, name]) => name)
    expect(named.sort()).toEqual(Object.keys(Settings.shape).sort())
  })
})

describe('production', () => {
  it('starts with every required setting', () => {
    expect(problemsOf(production)).toEqual([])
  })

  it('names every missing setting', () => {
    const problems = problemsOf({ MODE: 'production' }).join('\n')
    for (const name of ['SECRET', 'SITE_URL', 'KAVENEGAR_API_KEY', 'ZARINPAL_MERCHANT_ID']) {
      expect(problems).toContain(`${name} `)
    }
  })

  it.each([
    ['ZARINPAL_BASE_URL', 'https://sandbox.zarinpal.com'],
    ['SMS_BASE_URL', 'http://sms.example/api'],
    ['SMS_BASE_URL', 'http://127.0.0.1.evil.example'],
    ['SMS_BASE_URL', 'http://localhost.evil.example'],
    ['SMSIR_BASE_URL', 'http://10.0.0.9:4321/fake'],
    ['ZARINPAL_BASE_URL', 'http://bank.internal'],
    ['ZIBAL_BASE_URL', 'http://bank.internal'],
    ['VANDAR_BASE_URL', 'http://bank.internal'],
    ['SSO_JWKS_URL', 'http://partner.example/jwks.json'],
    ['ZIBAL_MERCHANT', 'zibal'],
    ['SITE_URL', 'http://example.com'],
    ['MEDIA_BASE_URL', 'http://media.example.com'],
  ])('refuses a fake: %s=%s', (name, value) => {
    expect(problemsOf({ ...production, [name]: value }).join()).toContain(name)
  })

  it.each(['127.0.0.1:4321', 'localhost:4321', '[::1]:4321', '127.0.0.2'])(
    'accepts companies on this machine, for a rehearsal: %s',
    host => {
      for (const name of ['SMS_BASE_URL', 'ZARINPAL_BASE_URL', 'VANDAR_BASE_URL'])
        expect(problemsOf({ ...production, [name]: `http://${host}/fake/x` }), name).toEqual([])
    },
  )

  it('accepts SMS.ir alone, with everything that it needs to send', () => {
    const alone = { ...production, KAVENEGAR_API_KEY: '', SMSIR_API_KEY: 'key' }
    const missing = problemsOf(alone).join('\n')
    expect(missing).toContain('SMSIR_TEMPLATE_ID is missing')
    expect(missing).toContain('SMSIR_LINE_NUMBER is missing')
    expect(problemsOf({ ...alone, SMSIR_TEMPLATE_ID: '12', SMSIR_LINE_NUMBER: '3000' })).toEqual([])
  })

  it('requires the secret of a media server, which must use TLS', () => {
    const media = { ...production, MEDIA_BASE_URL: 'https://media.example.com' }
    expect(problemsOf(media).join()).toContain('MEDIA_SECRET is missing')
    expect(problemsOf({ ...media, MEDIA_SECRET: 'quote"; and too short' }).join()).toMatch(
      /MEDIA_SECRET must have 24 or more letters/,
    )
    const MEDIA_SECRET = 'x'.repeat(24)
    expect(problemsOf({ ...media, MEDIA_SECRET })).toEqual([])
    const plain = { ...media, MEDIA_SECRET, MEDIA_BASE_URL: 'http://media.example.com' }
    expect(problemsOf(plain).join()).toContain('MEDIA_BASE_URL must begin with https:')
  })

  it('creates no secret of its own', () => {
    expect(problemsOf({ ...production, SECRET: '' }).join()).toContain('SECRET is missing')
  })
})

describe('the secret of the demo', () => {
  it('is created once, kept, and readable by its owner only', async () => {
    const { SECRET } = readEnv({ DATA_DIR })
    expect(SECRET.length).toBeGreaterThanOrEqual(48)
    expect(readEnv({ DATA_DIR }).SECRET).toBe(SECRET)
    const file = join(DATA_DIR, 'secret')
    expect(await readFile(file, 'utf8')).toBe(SECRET)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('gives every purpose its own key', () => {
    expect(deriveKey('secret', 'otp')).toEqual(deriveKey('secret', 'otp'))
    expect(deriveKey('secret', 'otp')).not.toEqual(deriveKey('secret', 'session'))
    expect(deriveKey('secret', 'otp')).toHaveLength(32)
  })
})
