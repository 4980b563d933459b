/** Links of the header, the drawer and the bottom bar: one menu for adults and another for a child's profile. */
import type { Language } from '#src/contract/languages.ts'
import { localPath } from '../i18n/languages.ts'
import { homePath, kidsPath, listingPath } from '../routes.ts'

type Name = 'home' | 'movies' | 'series' | 'categories' | 'kids' | 'cinemaOnline'
type MenuKey = `shell.menu.${Name}` | 'shell.account.bookmarks' | 'shell.cinema'
type MenuItem = { path: string; key: MenuKey; icon: string }
export type Audience = { language: Language; isOfChild: boolean }

/** Returns the home of the audience; for a child it is the kids category (spec §6). */
export function audienceHome({ language, isOfChild }: Audience): string {
  return isOfChild ? kidsPath(language) : homePath(language)
}

/** Returns the links of the wide header, next to the menus of movies and series. */
export function headerItems(audience: Audience): MenuItem[] {
  const { home, categories, kids, cinema, bookmarks } = itemsFor(audience)
  return audience.isOfChild ? [home, bookmarks] : [categories, kids, cinema]
}

export function drawerItems(audience: Audience): MenuItem[] {
  const { home, movies, series, categories, kids, cinema, bookmarks } = itemsFor(audience)
  return audience.isOfChild
    ? [home, movies, series, bookmarks]
    : [home, movies, series, categories, kids, cinema]
}

/** Returns the links between search and the account. */
export function bottomItems(audience: Audience): { first: MenuItem; rest: MenuItem[] } {
  const { home, movies, cinema, bookmarks } = itemsFor(audience)
  const shortCinema: MenuItem = { ...cinema, key: 'shell.cinema' }
  return { first: home, rest: [audience.isOfChild ? movies : shortCinema, bookmarks] }
}

function itemsFor(audience: Audience) {
  const { language } = audience
  const item = (key: MenuKey, path: string, icon: string): MenuItem => ({ key, path, icon })
  const ofType = (types: string) => listingPath({ types, order: 'latest' }, language)
  return {
    home: item('shell.menu.home', audienceHome(audience), 'i-lucide-house'),
    movies: item('shell.menu.movies', ofType('single_video'), 'i-lucide-clapperboard'),
    series: item('shell.menu.series', ofType('series'), 'i-lucide-tv'),
    categories: item(
      'shell.menu.categories',
      localPath('/categories', language),
      'i-lucide-layout-grid',
    ),
    kids: item('shell.menu.kids', kidsPath(language), 'i-lucide-baby'),
    cinema: item(
      'shell.menu.cinemaOnline',
      localPath('/cinema-online', language),
      'i-lucide-ticket',
    ),
    bookmarks: item(
      'shell.account.bookmarks',
      localPath('/user/bookmarks', language),
      'i-lucide-bookmark',
    ),
  }
}
