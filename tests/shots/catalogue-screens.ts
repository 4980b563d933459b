import type { Screen } from './screen.ts'

const EVERYBODY = ['visitor', 'newcomer', 'expired', 'subscriber'] as const
const title =
  (externalId: string): Screen['path'] =>
  find =>
    find.titlePath(externalId)

export const catalogueScreens: Screen[] = [
  { name: 'home', path: '/', viewers: ['visitor', 'subscriber', 'expired', 'child'] },
  { name: 'home/first-screen', path: '/', viewers: EVERYBODY, isCut: true },
  {
    name: 'home/own-rows',
    path: '/',
    viewers: ['subscriber'],
    isCut: true,
    act: page => page.locator('[id^=row-because]').first().scrollIntoViewIfNeeded(),
  },
  { name: 'listing', path: '/contents' },
  { name: 'listing/movies', path: '/contents?types=single_video&order=latest' },
  { name: 'listing/series', path: '/contents?types=series&order=latest', viewers: ['visitor'] },
  {
    name: 'listing/genre',
    viewers: ['visitor'],
    path: async find => `/contents?categories=${(await find.genre(0)).id}`,
  },
  { name: 'listing/found', path: '/contents?query=باران', viewers: ['visitor'] },
  { name: 'listing/nothing-found', path: '/contents?query=xqzw', viewers: ['visitor'] },
  { name: 'listing/second-page', path: '/contents?offset=24', viewers: ['visitor'] },
  { name: 'content/film', path: title('quiet-orchard'), viewers: EVERYBODY },
  { name: 'content/first-screen', path: title('quiet-orchard'), viewers: EVERYBODY, isCut: true },
  { name: 'content/free', path: title('last-ferry') },
  { name: 'content/ticket', path: title('house-of-seven-lamps'), viewers: EVERYBODY },
  { name: 'content/coming-soon', path: title('damavand-awake') },
  { name: 'content/series', path: title('alley-of-plane-trees') },
  {
    name: 'content/episode',
    path: async find => {
      const { seasons, slug } = await find.title('alley-of-plane-trees')
      return `/contents/${seasons[0]?.episodes[3]?.short_id}/${encodeURIComponent(slug)}`
    },
  },
  { name: 'content/bundle', path: title('bundle-rainy-nights'), viewers: ['visitor'] },
  { name: 'content/audio-book', path: title('audio-lantern-maker') },
  { name: 'content/live', path: title('pardeh-live'), viewers: ['visitor'] },
  { name: 'content/carrier', path: title('needle-map'), viewers: ['visitor', 'carrier'] },
  { name: 'content/age-restricted', path: title('eleven-locks'), viewers: ['visitor', 'child'] },
  { name: 'content/kids', path: title('star-baker'), viewers: ['visitor', 'child'] },
  { name: 'artist', path: find => find.artistPath('quiet-orchard'), viewers: ['visitor'] },
  { name: 'categories', path: '/categories', viewers: ['visitor', 'child'] },
  { name: 'categories/genre', path: find => find.categoryPath(0), viewers: ['visitor'] },
  { name: 'kids', path: '/categories/kids/kids', viewers: ['visitor', 'child'] },
  { name: 'cinema', path: '/cinema-online' },
  {
    name: 'survey/open',
    path: '/surveys/faces-of-the-year',
    viewers: ['visitor', 'subscriber'],
  },
  { name: 'survey/ended', path: '/surveys/directors-of-last-year', viewers: ['visitor'] },
]
