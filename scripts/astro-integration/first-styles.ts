import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createGenerator, parseVariantGroup } from 'unocss'
import config from '../../uno.config.ts'
import { iconsOf, toSprites } from './icon-sprites.ts'
import { type Build, type Part, PatchError, verifyBootAsset } from './patch.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const RESET = fileURLToPath(import.meta.resolve('@unocss/reset/tailwind.css'))
const MODULE = 'virtual:core-utilities.css'
const FILE = '/__core-utilities.css'
/** Icons on the first screen of a phone, on any catalogue page. */
const FIRST_SCREEN_ICONS = [
  'menu',
  'search',
  'x',
  'user-round',
  'chevron-right',
  'house',
  'heart',
  'star',
  'play',
  'headphones',
  'info',
  'film',
  'bookmark',
  'thumbs-up',
  'thumbs-down',
  'share-2',
  'arrow-up-down',
  'chevron-down',
  'sparkles',
  'ticket',
  'shield-alert',
]
/** The file of all other icons. Vite copies it from here to the hashed files. */
const ICON_FILE = join(ROOT, '.astro/icons.svg')

/**
 * Sources of catalogue and footer pages before any interaction: components and pages, the layout's scripts, and the islands in
 * them. tests/e2e/weight.spec.ts fails if one is missing.
 */
export const SOURCES = [
  'src/components/{catalogue,layout,ui}/*.{astro,ts}',
  'src/layouts/{BaseLayout,FooterLayout,NotFound,PublicLayout,SiteLayout,TextLayout}.astro',
  'src/pages/{index,cinema-online,apps,faq,contact-us,rules,about,privacy,smart-tv,gone,404,500}.astro',
  'src/pages/{artists,categories,contents}/**/*.astro',
  'src/service/platform/brand/text-page.ts',
  'src/lib/catalogue/primary-action-view.ts',
  'src/lib/{boot,catalogue,layout,navigation,search,third-party,tv}/*.browser.ts',
  'src/lib/layout/menu.ts',
  'src/islands/search/*.tsx',
  'src/islands/ui/SmallPoster.tsx',
  'src/islands/layout/Notifications.tsx',
  'src/islands/library/{CommentForm,Comments,ContentActions,ContinueWatching}.tsx',
]

/**
 * Fills `virtual:core-utilities.css` with the reset and only the UnoCSS utilities of SOURCES, half of all. Islands load the full
 * sheet before they hydrate (styles-before-hydration.ts). `npm run dev` uses the full sheet from the start.
 */
export function firstStyles({ command, expect }: Build): Part {
  const imported = expect({
    patch: 'first-styles',
    expected: `an import of ${MODULE}`,
    file: 'src/styles/core.ts',
  })
  return {
    plugins: [
      {
        name: 'pardeh:first-styles',
        enforce: 'pre',
        resolveId(id) {
          if (id === '#src/styles/core.ts' && command === 'dev')
            return this.resolve('#src/styles/all.ts')
          if (id !== MODULE) return null
          imported()
          return FILE
        },
        load: id => (id === FILE ? firstUtilities() : null),
      },
    ],
    hooks: {
      'astro:build:done': ({ dir }) =>
        verifyBootAsset(fileURLToPath(dir), 'first-styles', 'allStyles'),
    },
  }
}

async function firstUtilities(): Promise<string> {
  const uno = await createGenerator(config)
  const tokens = new Set<string>()
  let markup = ''
  for (const file of await matchingFiles(SOURCES)) {
    const code = await readFile(join(ROOT, file), 'utf8')
    markup += code
    await uno.applyExtractors(parseVariantGroup(code).expanded, file, tokens)
  }
  const { css } = await uno.generate(tokens)
  const first = await uno.generate(new Set(FIRST_SCREEN_ICONS.map(name => `i-lucide-${name}`)))
  const sprites = toSprites(css, {
    inline: inlineIcons(first.css, FIRST_SCREEN_ICONS.length),
    file: ICON_FILE,
  })
  if (sprites.file) {
    await mkdir(dirname(ICON_FILE), { recursive: true })
    await writeFile(ICON_FILE, sprites.file)
  }
  return resetOf(await readFile(RESET, 'utf8'), markup) + sprites.css
}

/** Returns the reset without rules that are only for elements that the markup does not have, such as `code`. */
export function resetOf(reset: string, markup: string): string {
  const isUsed = (selector: string) =>
    !/^[a-z]+$/.test(selector) || new RegExp(`<${selector}\\b`).test(`<html><body>${markup}`)
  return reset
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/([^{}]+)\{[^{}]*\}/g, (rule, selectors: string) =>
      selectors.split(',').some(selector => isUsed(selector.trim())) ? rule : '',
    )
}

/** @throws PatchError for a pattern that matches no file */
export async function matchingFiles(patterns: readonly string[], cwd = ROOT): Promise<string[]> {
  const files: string[] = []
  for (const pattern of patterns.flatMap(alternatives)) {
    const matches = await Array.fromAsync(glob(pattern, { cwd }))
    if (matches.length === 0)
      throw new PatchError({
        patch: 'first-styles',
        expected: `a file that matches ${pattern} of SOURCES`,
        file: 'src',
      })
    files.push(...matches)
  }
  return files
}

/** Splits `{a,b}/*.ts` into two patterns, each of which must match. A list of extensions remains one pattern. */
function alternatives(pattern: string): string[] {
  const found = /\{([^{}]*)\}(?=.*[./])/.exec(pattern)
  if (!found) return [pattern]
  const [before, after] = [
    pattern.slice(0, found.index),
    pattern.slice(found.index + found[0].length),
  ]
  return (found[1] ?? '').split(',').flatMap(each => alternatives(before + each + after))
}

/** @throws PatchError if UnoCSS did not generate every icon */
export function inlineIcons(css: string, count: number): string[] {
  const icons = iconsOf(css)
  if (icons.length === count) return icons
  throw new PatchError({
    patch: 'icon-sprites',
    expected: `${count} icons for FIRST_SCREEN_ICONS and not ${icons.length}`,
    file: '@unocss/preset-icons/dist/index.mjs',
  })
}
