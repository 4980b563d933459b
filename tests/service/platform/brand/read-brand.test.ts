import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseBrandFile } from '#src/service/platform/brand/brand-file.ts'
import { brandAssets } from '#src/service/platform/brand/brand-files.ts'
import { checkBrand } from '#src/service/platform/brand/check-brand.ts'
import { pageBrand } from '#src/service/platform/brand/page-brand.ts'
import { inspectBrand, readBrand, readBrandName } from '#src/service/platform/brand/read-brand.ts'
import { BRAND_YAML, secondBrand } from '#tests/support/brand.ts'

const folder = mkdtempSync(join(tmpdir(), 'brands-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
/** A folder with a changed copy of the whole second brand. */
function aBrand(change: (folder: string) => void = () => undefined) {
  count += 1
  const to = join(folder, String(count))
  secondBrand(to)
  change(to)
  return { BRAND_DIR: to, DATA_DIR: folder }
}
const problemsOf = (change: (folder: string) => void) => checkBrand(aBrand(change)).problems
const yaml = (from: string, to: string) => (at: string) =>
  writeFileSync(join(at, 'brand.yaml'), BRAND_YAML.replace(from, to))

test('without a folder the brand is the product’s own, without errors', () => {
  const none = { BRAND_DIR: undefined, DATA_DIR: join(folder, 'none') }
  expect(readBrand(none).name).toEqual({ fa: 'پرده', en: 'Pardeh' })
  expect(checkBrand(none)).toEqual({ folder: null, problems: [] })
  expect(pageBrand(readBrand(none), {}).style).toBeNull()
})

test('a complete brand is read from BRAND_DIR, or from brand in DATA_DIR', () => {
  const env = aBrand()
  expect(checkBrand(env).problems).toEqual([])
  expect(readBrandName(env)).toEqual({ fa: 'شب‌تاب', en: 'Shabtab' })
  const data = join(folder, 'data')
  cpSync(env.BRAND_DIR, join(data, 'brand'), { recursive: true })
  expect(readBrand({ BRAND_DIR: undefined, DATA_DIR: data }).name.en).toBe('Shabtab')
})

test('BRAND_DIR that is not a folder prevents the start', () => {
  expect(() => readBrand({ BRAND_DIR: '/nowhere', DATA_DIR: folder })).toThrow(/is not a folder/)
})

test('colours that are left out stay, and a button keeps its own under the pointer', () => {
  const { colours } = readBrand(aBrand(yaml('    action-hover: "#11855a"\n', '')))
  expect(colours.dark['action-hover']).toBe(colours.dark.action)
  expect(colours.dark.warn).toBe(inspectBrand(null).brand.colours.dark.warn)
})

test('a contrast below AA is an error that names both colours', () => {
  const problems = problemsOf(yaml('accent: "#5fe0ae"', 'accent: "#0f7a52"'))
  expect(problems[0]).toMatch(/brand\.yaml: colours\.dark: accent on bg has a contrast of 3\.\d+/)
  expect(() => readBrand(aBrand(yaml('accent: "#5fe0ae"', 'accent: "#0f7a52"')))).toThrow(
    /corrections?/,
  )
})

test.each([
  ['a colour in words', yaml('"#5fe0ae"', 'green'), /line 22: colours\.dark\.accent/],
  ['an unknown field', yaml('slogan:', 'slogann:'), /brand\.yaml, line 1: .*slogan/],
  ['a name in one language', yaml(', en: Shabtab }', ' }'), /line 1: name/],
  ['marks in a name', yaml('en: Shabtab', 'en: "<b>Shabtab"'), /line 1: name\.en/],
  ['a phone with signs', yaml('"02191009100"', '"021-91009100"'), /line 7: support\.phones/],
  ['broken YAML', yaml('name: {', 'name: {{'), /brand\.yaml, line \d/],
  ['a missing icon', (at: string) => rmSync(join(at, 'icon.svg')), /icon\.svg is missing/],
  [
    'a missing picture',
    (at: string) => rmSync(join(at, 'social.png')),
    /social\.png is missing: .*icons/,
  ],
  [
    'a picture of an unsupported type',
    (at: string) => cpSync(join(at, 'icon.svg'), join(at, 'social.png')),
    /social\.png is not a PNG/,
  ],
  [
    'a script in a logo',
    (at: string) =>
      writeFileSync(
        join(at, 'logo.svg'),
        '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
      ),
    /logo\.svg contains scripts/,
  ],
  [
    'an external picture in a logo',
    (at: string) =>
      writeFileSync(
        join(at, 'logo.svg'),
        '<svg xmlns="http://www.w3.org/2000/svg"><image href="https://x.example/a.png"/></svg>',
      ),
    /logo\.svg contains scripts or links/,
  ],
  [
    'a huge logo',
    (at: string) => writeFileSync(join(at, 'logo.svg'), `<svg ${' '.repeat(50_000)}></svg>`),
    /logo\.svg has 51 kB/,
  ],
  [
    'a typing error in a file’s name',
    (at: string) => writeFileSync(join(at, 'logo-white.svg'), ''),
    /logo-white\.svg is not a file of a brand/,
  ],
  [
    'the icon of the product',
    (at: string) => cpSync('brand/icon.svg', join(at, 'icon.svg')),
    /icon\.svg still shows the product's own icon/,
  ],
  [
    'a text with an unknown name',
    (at: string) => {
      mkdirSync(join(at, 'en'), { recursive: true })
      writeFileSync(join(at, 'en/rules.md'), '# T\n\n{{nam}}\n')
    },
    /en\/rules\.md, line 3: {{nam}}/,
  ],
])('%s is reported with its file and line', (_, change, message) => {
  expect(problemsOf(change)).toContainEqual(expect.stringMatching(message))
})

test('a text of the company replaces the product’s, the others stay', () => {
  const env = aBrand(at => {
    mkdirSync(join(at, 'en'), { recursive: true })
    writeFileSync(join(at, 'en/rules.md'), '# Our rules\n\n## Be kind\n\nTo {{brand}}.\n')
  })
  const shown = pageBrand(readBrand(env), {})
  expect(shown.text('rules', 'en', false).title).toBe('Our rules')
  expect(shown.text('rules', 'en', false).sections[0]?.text).toBe('To Shabtab.')
  expect(shown.text('privacy', 'en', false).title).toBe('Privacy policy')
})

test('SUPPORT_PHONE and SUPPORT_EMAIL take precedence over the brand’s', () => {
  const brand = readBrand(aBrand())
  expect(pageBrand(brand, {}).phones).toEqual(['02191009100', '02191009101'])
  const shown = pageBrand(brand, { SUPPORT_PHONE: '0211', SUPPORT_EMAIL: 'a@x.example' })
  expect([shown.phones, shown.email]).toEqual([['0211'], 'a@x.example'])
})

test('a demo without a brand of its own invents the contacts of support; production never does', () => {
  const own = inspectBrand(null).brand
  const demo = pageBrand(own, { MODE: 'demo' })
  expect(demo.phones).toHaveLength(1)
  expect(demo.email).toMatch(/\.example$/)
  expect(Object.keys(demo.address ?? {})).toEqual(['fa', 'en'])
  const production = pageBrand(own, { MODE: 'production' })
  expect([production.phones, production.email, production.address]).toEqual([
    [],
    undefined,
    undefined,
  ])
  const company = pageBrand(readBrand(aBrand()), { MODE: 'demo' })
  expect(company.phones).toEqual(['02191009100', '02191009101'])
  expect(company.address?.en).toBe('12 Vali Asr Street, Tehran')
})

test('a logo is the one of the language and theme, if there is one', () => {
  const env = aBrand(at => {
    for (const name of ['logo.svg', 'logo-light.svg', 'logo-en.svg'])
      writeFileSync(join(at, name), `<svg xmlns="http://www.w3.org/2000/svg" id="${name}"/>`)
  })
  const { logo } = pageBrand(readBrand(env), {})
  expect(logo('fa', 'dark')).toMatch(/^\/brand\/logo\.\w+\.svg$/)
  expect(logo('fa', 'light')).toMatch(/logo-light\./)
  expect(logo('en', 'light')).toMatch(/logo-en\./)
  const paths = [...brandAssets(readBrand(env)).keys()]
  expect(paths).toContain(logo('en', 'dark'))
})

test('the manifest has the name and the colours of the brand', () => {
  const file = brandAssets(readBrand(aBrand())).get('/site.webmanifest')
  const manifest = JSON.parse(String(file?.bytes))
  expect(manifest).toMatchObject({ name: 'شب‌تاب', theme_color: '#06140f' })
  expect(JSON.stringify(manifest)).not.toMatch(/Pardeh|پرده/)
})

test('lines are counted over the whole file', () => {
  expect(parseBrandFile('name:\n  fa: a\n  en: b\n').problems).toEqual(
    expect.arrayContaining([expect.stringMatching(/^line 1: slogan/)]),
  )
})
