/** Each patch gets input that it does not match, as from a new version of a package, and must fail. */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'acorn'
import type { EnvironmentModuleNode } from 'vite'
import { describe, expect, test } from 'vitest'
import { selfHosted } from '../../../scripts/astro-integration/api-reference.ts'
import { verifyTarget } from '../../../scripts/astro-integration/browser-target.ts'
import { GROUPS, verifyGroups } from '../../../scripts/astro-integration/chunk-groups.ts'
import { withMemoisedDigests } from '../../../scripts/astro-integration/csp-digests.ts'
import { importersOf } from '../../../scripts/astro-integration/dev-modules.ts'
import { withPolicy } from '../../../scripts/astro-integration/dev-policy.ts'
import { englishPattern, verifyRoutes } from '../../../scripts/astro-integration/english-routes.ts'
import {
  inlineIcons,
  matchingFiles,
  resetOf,
  SOURCES,
} from '../../../scripts/astro-integration/first-styles.ts'
import { toSprites } from '../../../scripts/astro-integration/icon-sprites.ts'
import { minified } from '../../../scripts/astro-integration/inline-scripts.ts'
import { chunksWith } from '../../../scripts/astro-integration/island-files.ts'
import { withExport, withHelpers } from '../../../scripts/astro-integration/merged-chunks.ts'
import { type Build, createExpectations } from '../../../scripts/astro-integration/patch.ts'
import { engine, LEFT_OUT } from '../../../scripts/astro-integration/player-engine.ts'
import { precompress } from '../../../scripts/astro-integration/precompressed-files.ts'
import { namedExports } from '../../../scripts/astro-integration/react-module.ts'
import { stylesBeforeHydration } from '../../../scripts/astro-integration/styles-before-hydration.ts'

const aFolder = () => mkdtempSync(join(tmpdir(), 'part-'))

describe('api-reference', () => {
  const bundle = readFileSync('node_modules/redoc/bundles/redoc.standalone.js', 'utf8')

  test('fails if Redoc has no such picture', () => {
    expect(() => selfHosted('Redoc.init()', [])).toThrow(/"api-reference".*redoc 2\./)
  })

  test('loads nothing from other servers, and carries the licences', () => {
    const script = selfHosted(bundle, ['/* MIT */'])
    for (const remote of ['cdn.redoc.ly', 'sourceMappingURL=redoc.standalone'])
      expect([bundle.includes(remote), script.includes(remote)]).toEqual([true, false])
    expect(script.startsWith('/*!\n MIT */\n')).toBe(true)
  })
})

describe('browser-target', () => {
  test('fails if the client is built for other browsers', () => {
    expect(() => verifyTarget('esnext')).toThrow(/"browser-target".*not "esnext"/)
    expect(() => verifyTarget(undefined)).toThrow('browser-target')
    expect(() => verifyTarget(['es2019', 'chrome69', 'safari13'])).not.toThrow()
  })
})

describe('chunk-groups', () => {
  const groups = [{ name: 'session', priority: 1, modules: ['/src/lib/session/guard'] }]
  const ids = ['/app/src/lib/session/guard.ts']

  test('fails if a module of a group is not in the build', () => {
    const build = { ids: ['/app/src/lib/session/auth.ts'], chunks: ['session'] }
    expect(() => verifyGroups(groups, build)).toThrow(/module \/src\/lib\/session\/guard/)
  })

  test('fails if the bundler made no chunk of a group', () => {
    expect(() => verifyGroups(groups, { ids, chunks: ['guard'] })).toThrow(
      /a chunk "session".*rolldown/,
    )
    expect(() => verifyGroups(groups, { ids, chunks: ['session'] })).not.toThrow()
  })

  test('names files that exist', () => {
    const own = GROUPS.flatMap(({ modules }) => modules).filter(module => module.endsWith('.ts'))
    for (const module of own) expect(() => readFileSync(`.${module}`), module).not.toThrow()
  })
})

describe('csp-digests', () => {
  const encryption = readFileSync('node_modules/astro/dist/core/encryption.js', 'utf8')

  test('fails if Astro has no such function', () => {
    expect(() => withMemoisedDigests('function digest() {}')).toThrow('csp-digests')
  })

  test('computes the digest of a text once, and correctly', async () => {
    let computed = 0
    const crypto = {
      subtle: {
        digest: (...given: Parameters<SubtleCrypto['digest']>) => {
          computed++
          return globalThis.crypto.subtle.digest(...given)
        },
      },
    }
    const start = encryption.indexOf('async function generateCspDigest')
    const only = encryption.slice(start, encryption.indexOf('async function generateContentHash'))
    const names = ['crypto', 'encoder', 'encodeBase64', 'ALGORITHMS']
    const make = new Function(...names, `${withMemoisedDigests(only)}; return generateCspDigest`)
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
    const digestOf = make(crypto, new TextEncoder(), base64, { 'SHA-256': 'sha256-' })
    const styles = ['a{}', 'b{}', 'a{}', 'a{}']
    const digests = await Promise.all(styles.map(style => digestOf(style, 'SHA-256')))
    const expected = styles.map(
      style => `sha256-${createHash('sha256').update(style).digest('base64')}`,
    )
    expect([digests, computed]).toEqual([expected, 2])
  })
})

describe('merged-chunks', () => {
  const helpers = {
    fileName: '_astro/rolldown-runtime.X1.js',
    code: 'var a=x=>x+1,b=2;export{b as n,a as t};',
  }

  test('puts the helpers in place of their import, under the names that the chunk uses', () => {
    const code = withHelpers(
      'import{n as e,t}from"./rolldown-runtime.X1.js";globalThis.sum=t(e)',
      helpers,
    )
    expect(code).not.toContain('import')
    expect(new Function(`${code};const {sum}=globalThis;delete globalThis.sum;return sum`)()).toBe(
      3,
    )
  })

  test('leaves out helpers that the chunk does not import', () => {
    const code = withHelpers('import{t as e}from"./rolldown-runtime.X1.js";e(1)', {
      ...helpers,
      code: 'var o=Object.create,s=e=>o(e),r=e=>e+1;export{s as n,r as t};',
    })
    expect(code).not.toContain('create')
    expect(code.length).toBeLessThan(60)
  })

  test('does not change a chunk without helpers', () => {
    const code = 'import{n as e}from"./react.X1.js";e()'
    expect(withHelpers(code, helpers)).toBe(code)
  })

  test('exports under a second name', () => {
    const chunk = { fileName: 'react.js', code: 'var r=1,s=2;export{s,r as t};' }
    expect(withExport(chunk, 't', 'default')).toBe('var r=1,s=2;export{s,r as t,r as default};')
    expect(withExport(chunk, 's', 'Player')).toContain('s as Player')
  })

  test('fails if a chunk has no such export, or a different one with that name', () => {
    const chunk = { fileName: 'react.js', code: 'var r=1,s=2;export{s as default,r as t};' }
    expect(() => withExport(chunk, 't', 'default')).toThrow(
      /"merged-chunks".*none of the name default/,
    )
    expect(() => withExport(chunk, 'u', 'Player')).toThrow(/"merged-chunks".*an export u/)
  })
})

describe('react-module', () => {
  test('exports React’s members by name', async () => {
    const code = await namedExports('react')
    expect(code).toContain('export const useState = /* @__PURE__ */ (() => whole.useState)()')
    expect(code.match(/export default/g)).toHaveLength(1)
  })
})

describe('first-styles', () => {
  test('leaves out what the reset says of elements that no page has', () => {
    const reset =
      '/* a */ html,:host{line-height:1.5} code,kbd{font:mono} a,code{color:red} hr{height:0}'
    const kept = resetOf(reset, '<a href="/">').replace(/\s+/g, ' ').trim()
    expect(kept).toBe('html,:host{line-height:1.5} a,code{color:red}')
  })

  test('fails for a pattern that matches no file, for each alternative of a list', async () => {
    const cwd = aFolder()
    writeFileSync(join(cwd, 'Base.astro'), '')
    await expect(matchingFiles(['*.astro'], cwd)).resolves.toEqual(['Base.astro'])
    await expect(matchingFiles(['{Base,Gone}.astro'], cwd)).rejects.toThrow(
      /"first-styles".*Gone\.astro/,
    )
    await expect(matchingFiles(['*.{astro,ts}'], cwd)).resolves.toEqual(['Base.astro'])
  })

  test('finds a file for each current pattern', async () => {
    await expect(matchingFiles(SOURCES)).resolves.not.toEqual([])
  })
})

describe('island-files', () => {
  const chunk = (name: string, imports: string[] = []) => ({
    fileName: `_astro/${name}.js`,
    imports: imports.map(each => `_astro/${each}.js`),
    moduleIds: [`/app/src/${name}.ts`],
  })

  test('lists a chunk and everything that it imports once, including indirect imports', () => {
    const chunks = [chunk('a', ['b', 'c']), chunk('b', ['c', 'a']), chunk('c'), chunk('other')]
    expect(chunksWith(chunks, ['/src/a.ts', '/src/c.ts'])).toEqual([
      '/_astro/a.js',
      '/_astro/b.js',
      '/_astro/c.js',
    ])
  })

  test('fails for an island that is in no chunk', () => {
    expect(() => chunksWith([chunk('a')], ['/src/gone.tsx'])).toThrow(/"island-files".*gone\.tsx/)
  })
})

describe('player-engine', () => {
  test('is ES2019, and has DRM only if a site uses it', async () => {
    const [plain, drm] = await Promise.all([engine({ hasDrm: false }), engine({ hasDrm: true })])
    for (const code of [plain, drm]) {
      expect(() => parse(code, { ecmaVersion: 2019, sourceType: 'module' })).not.toThrow()
      expect(code).toMatch(/export\s*\{\s*\w+ as default/)
      for (const used of ['hlsAudioTrackSwitched', 'hlsSubtitleTrackSwitch', 'liveSyncPosition'])
        expect(code).toContain(used)
      for (const unused of ['CMCD-Request', 'rebuffering']) expect(code).not.toContain(unused)
    }
    expect(plain.length).toBeLessThan(410_000)
    expect(plain).not.toContain('generateRequest')
    expect(drm).toContain('generateRequest')
  })

  test('fails if hls.js has no such file', async () => {
    await expect(
      engine({ hasDrm: true, leftOut: [...LEFT_OUT, 'gone-controller'] }),
    ).rejects.toThrow(/"player-engine".*gone-controller.*hls\.js \d/)
  })
})

describe('icon-sprites', () => {
  const rule = '.i-lucide-x{mask-image:url("data:image/svg+xml,%3Csvg/%3E");mask-size:100% 100%}'

  test('fails for icon rules of another form, which would stay one picture each', () => {
    expect(() => toSprites(rule, { inline: [], file: '/icons.svg' })).toThrow(
      /"icon-sprites".*@unocss\/preset-icons\/dist\/index\.mjs \(@unocss\/preset-icons \d/s,
    )
  })

  test('fails if UnoCSS does not make every icon of the first screen', () => {
    expect(() => inlineIcons(rule, 1)).toThrow(/1 icons for FIRST_SCREEN_ICONS and not 0/)
  })
})

describe('inline-scripts', () => {
  test('fails for a script that becomes empty', async () => {
    const file = join(aFolder(), 'empty.ts')
    writeFileSync(file, 'export type Nothing = null\n')
    await expect(minified(file)).rejects.toThrow(/"inline-scripts".*empty\.ts/)
  })
})

describe('english-routes', () => {
  test('gives a page its address under /en, but not error pages and helpers', () => {
    const files = [
      'index.astro',
      'contents/index.astro',
      'faq.astro',
      '404.astro',
      'robots.txt.ts',
      'contents/_Head.astro',
    ]
    expect(files.map(englishPattern)).toEqual(['/en', '/en/contents', '/en/faq', null, null, null])
  })

  test('fails if Astro does not route a page, or if there are no pages', () => {
    expect(() => verifyRoutes(['/en', '/en/faq'], ['/', '/en'])).toThrow(/route \/en\/faq/)
    expect(() => verifyRoutes([], ['/'])).toThrow(/route under \/en/)
    expect(() => verifyRoutes(['/en'], ['/en'])).not.toThrow()
  })
})

describe('precompressed-files', () => {
  test('fails for a build without scripts and style sheets', async () => {
    await expect(precompress(aFolder())).rejects.toThrow(/"precompressed-files"/)
  })

  test('writes both encodings of files that compress well', async () => {
    const folder = aFolder()
    writeFileSync(join(folder, 'large.js'), 'a'.repeat(1_000))
    writeFileSync(join(folder, 'small.js'), 'a')
    expect(await precompress(folder)).toBe(1)
    for (const ending of ['br', 'gz'])
      expect(readFileSync(join(folder, `large.js.${ending}`)).length).toBeLessThan(100)
  })
})

describe('styles-before-hydration', () => {
  test('fails a build whose React renderer has another client entry', () => {
    const { expect: declare, verify } = createExpectations()
    const resolve = resolverOf(stylesBeforeHydration({ command: 'build', expect: declare }))
    expect(resolve('@astrojs/react/client-v20.js')).toBeNull()
    expect(verify).toThrow(/"styles-before-hydration".*@astrojs\/react \d/)
    const own = resolve('@astrojs/react/client.js')
    expect(own).toMatch(/src\/islands\/ui\/react-renderer\.ts$/)
    expect(resolve('@astrojs/react/client.js', own as string)).toBeNull()
    expect(verify).not.toThrow()
  })
})

type Resolve = (id: string, importer?: string) => unknown
function resolverOf({
  plugins = [],
}: ReturnType<(build: Build) => { plugins?: object[] }>): Resolve {
  return (plugins[0] as { resolveId: Resolve }).resolveId
}

describe('dev-policy', () => {
  test('lets the overlay of the dev server write HTML under its own policy', () => {
    const code = withPolicy('this.root.innerHTML = template;\nnew SharedWorker(url)')
    expect(code).toContain('this.root.innerHTML = devPolicy.createHTML(template);')
    expect(code).toContain('new SharedWorker(devPolicy.createScriptURL(url))')
  })

  test('fails if the client of Vite writes no HTML', () => {
    expect(() => withPolicy('connect()')).toThrow(/"dev-policy".*client\.mjs/)
  })
})

describe('dev-server', () => {
  test('passes a change to every module that imports the changed one, also in cycles', () => {
    const aModule = () => ({ importers: new Set() }) as unknown as EnvironmentModuleNode
    const [leaf, middle, top, other] = [aModule(), aModule(), aModule(), aModule()]
    leaf.importers.add(middle)
    middle.importers.add(top)
    top.importers.add(leaf)
    expect([...importersOf([leaf])]).toEqual([leaf, middle, top])
    expect(importersOf([other]).size).toBe(1)
  })
})
