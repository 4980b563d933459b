/** Brand files as browsers load them: pictures at their addresses, and the manifest. */
import { readFileSync } from 'node:fs'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import type { Env } from '../env.ts'
import { pictureAddress } from './page-brand.ts'
import { BRAND_ICON } from './pictures.ts'
import type { Brand } from './read-brand.ts'

export type BrandAsset = { type: string; bytes: Buffer; isImmutable: boolean }

const TYPES: Record<string, string> = {
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  ico: 'image/x-icon',
}

type Apps = Partial<Pick<Env, 'ANDROID_APP_ID' | 'ANDROID_APP_URL' | 'IOS_APP_URL'>>

/** Returns the files of the brand by path. */
export function brandAssets(brand: Brand, apps: Apps = {}): Map<string, BrandAsset> {
  const assets = new Map<string, BrandAsset>()
  for (const [name, file] of brand.pictures) {
    const bytes = readFileSync(file)
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] as string
    if (name.endsWith('.svg'))
      assets.set(pictureAddress(name, bytes), { type, bytes, isImmutable: true })
    if (!name.startsWith('logo'))
      assets.set(name === BRAND_ICON ? '/favicon.svg' : `/${name}`, {
        type,
        bytes,
        isImmutable: false,
      })
  }
  assets.set('/site.webmanifest', {
    type: 'application/manifest+json; charset=utf-8',
    bytes: Buffer.from(JSON.stringify({ ...manifest(brand), ...relatedApps(apps) })),
    isImmutable: false,
  })
  return assets
}

/** Returns the web app manifest, https://www.w3.org/TR/appmanifest/ */
function manifest({ name, description, colours }: Brand) {
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

/** Returns the apps that browsers may offer instead of installing the site, if they support the store. */
function relatedApps({ ANDROID_APP_ID, ANDROID_APP_URL, IOS_APP_URL }: Apps) {
  const android = ANDROID_APP_ID && {
    platform: 'play',
    id: ANDROID_APP_ID,
    ...(ANDROID_APP_URL ? { url: ANDROID_APP_URL } : {}),
  }
  const ios = IOS_APP_URL && { platform: 'itunes', url: IOS_APP_URL }
  const related = [android, ios].filter(Boolean)
  if (related.length === 0) return {}
  const isInPlay = Boolean(ANDROID_APP_ID && ANDROID_APP_URL?.includes('play.google.com'))
  return { related_applications: related, prefer_related_applications: isInPlay }
}
