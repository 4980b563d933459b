/** One path of every kind of page that needs no account, found through the API of the site under test. */
import { siteUrl } from './browser.ts'

type Card = { short_id: string; slug: string; flag: string[] }

export async function cataloguePaths(language: 'fa' | 'en' = 'fa'): Promise<string[]> {
  const list = async (query: string) =>
    (await call<{ items: Card[] }>(`/video-contents?count=1&${query}`, language)).items[0]
  const movie = await list('types=single_video')
  const series = await list('types=series')
  const book = await list('flags=audio_book')
  const ticket = await list('flags=cinema_online')
  const { credits } = await call<{ credits: Card[] }>(
    `/video-contents/${movie?.short_id}`,
    language,
  )
  const titles = [movie, series, book, ticket].flatMap(card => card ?? [])
  const paths = [
    '/',
    '/contents',
    ...titles.map(({ short_id, slug }) => `/contents/${short_id}/${slug}`),
    ...credits.slice(0, 1).map(({ short_id, slug }) => `/artists/${short_id}/${slug}`),
    '/categories',
    '/categories/kids/kids',
    '/cinema-online',
  ]
  return [...new Set(paths)].map(path => inLanguage(path, language))
}

export function footerPaths(language: 'fa' | 'en' = 'fa'): string[] {
  const pages = [
    'apps',
    'faq',
    'contact-us',
    'rules',
    'about',
    'privacy',
    'accessibility',
    'smart-tv',
  ]
  return pages.map(page => inLanguage(`/${page}`, language))
}

export async function call<T>(path: string, language = 'fa'): Promise<T> {
  const reply = await fetch(`${siteUrl()}/api${path}`, {
    headers: { 'Accept-Language': language },
  })
  return ((await reply.json()) as { data: T }).data
}

function inLanguage(path: string, language: string): string {
  if (language === 'fa') return path
  return path === '/' ? '/en' : `/en${path}`
}
