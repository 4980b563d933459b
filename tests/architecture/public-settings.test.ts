/** Pages get only the public settings: the environment contains secrets, and a page can show everything that it can read. */
import { expect, expectTypeOf, test } from 'vitest'
import { type Env, Settings } from '#src/service/platform/env.ts'
import { type PublicSettings, publicSettings } from '#src/service/platform/settings/public.ts'
import { findings, sources, withoutComments } from '#tests/support/sources.ts'

const all = Object.keys(Settings.shape)
/** The value of each setting contains its name, so that a leaked value shows which one it is. */
const env = Object.fromEntries(all.map(name => [name, `value of ${name}`])) as unknown as Env
const shown = Object.keys(publicSettings(env))
const hidden = all.filter(name => !shown.includes(name))

const PAGE_FILES = ['src/pages', 'src/layouts', 'src/components', 'src/islands', 'src/lib'].flatMap(
  folder => sources(folder, ['.astro', '.ts', '.tsx']),
)

test('no public setting is a key, a token, a secret or an address inside the operator’s network', () => {
  const secret =
    /SECRET|TOKEN|KEY|MERCHANT|BUSINESS|DSN|DATABASE|REDIS|SEARCH|_BASE_URL|DIR|PROXY|SENDER/
  expect(shown.filter(name => secret.test(name))).toEqual([])
  expect(hidden).toEqual(
    expect.arrayContaining(['SECRET', 'DATABASE_URL', 'KAVENEGAR_API_KEY', 'VANDAR_TOKEN']),
  )
})

test('the object that pages get contains no other value, and cannot be changed', () => {
  const settings = publicSettings(env)
  const text = JSON.stringify(settings)
  expect(hidden.filter(name => text.includes(`value of ${name}`))).toEqual([])
  expect(Object.isFrozen(settings)).toBe(true)
})

test('no file of a page names a setting that is not public', () => {
  // HOST, PORT and similar names may be constants of the file itself.
  const names = hidden.filter(name => name.includes('_') || name === 'SECRET')
  const pattern = new RegExp(`\\b(?:${names.join('|')})\\b`, 'g')
  const code = PAGE_FILES.map(({ path, text }) => ({ path, text: withoutComments(text) }))
  expect(code.length).toBeGreaterThan(100)
  expect(code.flatMap(file => findings(file, pattern))).toEqual([])
})

test('no other property of Astro.locals exposes the environment', () => {
  const [declared] = sources('src', ['.ts']).filter(({ path }) => path === 'src/env.d.ts')
  expect(declared?.text).toContain('PublicSettings')
  expect(declared?.text).not.toMatch(/\bEnv\b|Runtime|Deps|Service\b/)
  const reached = PAGE_FILES.flatMap(file =>
    findings(file, /pardeh\.runtime|\bsetRuntime\b|process\.env|#src\/runtime\.ts/g),
  )
  expect(reached).toEqual([])
})

test('its type has no field of other settings', () => {
  expectTypeOf<App.Locals['settings']>().toEqualTypeOf<PublicSettings>()
  expectTypeOf<PublicSettings>().not.toHaveProperty('SECRET')
  expectTypeOf<PublicSettings>().not.toHaveProperty('DATABASE_URL')
})
