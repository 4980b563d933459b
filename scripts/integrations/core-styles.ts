import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { createGenerator, parseVariantGroup } from 'unocss'
import config from '../../uno.config.ts'
import { asSprites, iconsOf } from './icon-sprite.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const RESET = fileURLToPath(import.meta.resolve('@unocss/reset/tailwind.css'))
const MODULE = 'virtual:core-utilities.css'
const FILE = '/__core-utilities.css'
/** In sight on a phone as soon as a page of the catalogue is. */
const FIRST_ICONS = [
  ...['menu', 'search', 'x', 'user-round', 'chevron-right'],
  ...['heart', 'star', 'play', 'headphones', 'info', 'film'],
  ...['bookmark', 'thumbs-up', 'thumbs-down', 'share-2'],
  ...['ticket', 'map-pin', 'shield-alert', 'signal', 'wifi'],
]
/** The others: Vite takes them from here among the hashed files. */
const ICONS = join(ROOT, '.astro/icons.svg')
const OWN_RENDERER = join(ROOT, 'src/lib/hydration/react-renderer.ts')

/**
 * What draws the pages of the catalogue and the footer before anybody acts: their components and pages, the scripts of their
 * shell, and islands that stand in them. tests/e2e/weight.spec.ts says when one is missing.
 */
const CORE = [
  'src/components/{catalogue,layout,ui}/*.{astro,ts}',
  'src/layouts/{BaseLayout,NotFound,PublicLayout,SiteLayout,TextLayout}.astro',
  'src/pages/{index,cinema-online,apps,faq,contact-us,rules,about,privacy,smart-tv,gone,404,500}.astro',
  'src/pages/{artists,categories,contents}/**/*.astro',
  'src/lib/{boot,catalogue,layout,navigation,search,third-party,tv}/*.browser.ts',
  'src/islands/{account/AccountMenu,search/SearchBox,layout/HeaderMenu,layout/Notifications}.tsx',
  'src/islands/library/{CommentForm,Comments,ContentActions,ContinueWatching}.tsx',
]

/**
 * `virtual:core-utilities.css`: the reset and the utilities of those alone, half of all. An island brings the others before it
 * wakes, through a renderer of ours that waits for them. `npm run dev` has all of them from the beginning.
 */
export function coreStyles(): AstroIntegration {
  return {
    name: 'core-styles',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'core-styles',
                enforce: 'pre',
                resolveId(id, importer) {
                  if (id === MODULE) return FILE
                  if (id === '#src/styles/core.ts' && command === 'dev')
                    return this.resolve('#src/styles/all.ts')
                  if (id === '@astrojs/react/client.js' && importer !== OWN_RENDERER)
                    return OWN_RENDERER
                  return null
                },
                load: id => (id === FILE ? coreUtilities() : null),
              },
            ],
          },
        })
      },
    },
  }
}

async function coreUtilities(): Promise<string> {
  const uno = await createGenerator(config)
  const tokens = new Set<string>()
  for await (const file of glob(CORE, { cwd: ROOT })) {
    const code = await readFile(join(ROOT, file), 'utf8')
    await uno.applyExtractors(parseVariantGroup(code).expanded, file, tokens)
  }
  const { css } = await uno.generate(tokens)
  const first = await uno.generate(new Set(FIRST_ICONS.map(name => `i-lucide-${name}`)))
  const sprites = asSprites(css, { first: iconsOf(first.css), place: ICONS })
  if (sprites.later) {
    await mkdir(dirname(ICONS), { recursive: true })
    await writeFile(ICONS, sprites.later)
  }
  return (await readFile(RESET, 'utf8')) + sprites.css
}
