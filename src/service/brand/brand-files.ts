/** The files of the brand as browsers get them: pictures at their addresses, and the manifest. */
import { readFileSync } from 'node:fs'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { pictureAddress } from './page-brand.ts'
import { ICON } from './pictures.ts'
import type { Brand } from './read-brand.ts'

export type BrandAsset = { type: string; bytes: Buffer; isImmutable: boolean }

const TYPES: Record<string, string> = {
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  ico: 'image/x-icon',
}

export function brandAssets(brand: Brand): Map<string, BrandAsset> {
  const assets = new Map<string, BrandAsset>()
  for (const [name, file] of brand.pictures) {
    const bytes = readFileSync(file)
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] as string
    if (name.endsWith('.svg'))
      assets.set(pictureAddress(name, bytes), { type, bytes, isImmutable: true })
    if (!name.startsWith('logo'))
      assets.set(name === ICON ? '/favicon.svg' : `/${name}`, { type, bytes, isImmutable: false })
  }
  assets.set('/site.webmanifest', {
    type: 'application/manifest+json; charset=utf-8',
    bytes: Buffer.from(JSON.stringify(manifest(brand))),
    isImmutable: false,
  })
  return assets
}

/** https://www.w3.org/TR/appmanifest/ */
function manifest({ name, description, colours }: Brand): unknown {
  const language = DEFAULT_LANGUAGE
  const png = (size: number) => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: 'any maskable',
  })
  return {
    name: name[language],
    short_name: name[language],
    description: description[language],
    id: '/',
    start_url: '/',
    scope: '/',
    lang: language,
    dir: 'rtl',
    display: 'standalone',
    background_color: colours.dark.bg,
    theme_color: colours.dark.bg,
    icons: [png(192), png(512), { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
  }
}
