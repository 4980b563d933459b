/** What the editors of the demo arranged: the home page, the kids' page, the menus' links, a message that waits. */
import { sql } from 'drizzle-orm'
import { getT } from '#src/lib/i18n/i18n.ts'
import { globalLinks, homeWidgets, systemMessages } from '../db/schema/pages.ts'
import type { Deps } from '../deps.ts'
import { idOfGenre, KIDS_ID } from '../import/categories.ts'
import { stableId } from '../import/identity.ts'
import { type CarouselDraft, heroPicks, homeCarousels } from './home.ts'

type Widget = typeof homeWidgets.$inferInsert
type Page = NonNullable<Widget['page']>
type Sketch = Pick<Widget, 'type' | 'config' | 'moreLink'> & {
  name: string
  title?: readonly [fa: string, en: string]
}

/** The one whose heading leads to its own page (spec §2). */
const CINEMA = 'cinema-online'

export async function seedHome({ db, now }: Deps): Promise<void> {
  const widgets = [...onPage('home', homeSketches()), ...onPage('kids', kidsSketches())]
  const fresh = sql`now()`
  for (const widget of widgets)
    await db
      .insert(homeWidgets)
      .values(widget)
      .onConflictDoUpdate({ target: homeWidgets.id, set: { ...widget, updatedAt: fresh } })
  await db.insert(globalLinks).values(links()).onConflictDoNothing()
  await db.insert(systemMessages).values(waitingMessage(now())).onConflictDoNothing()
}

function onPage(page: Page, sketches: readonly Sketch[]): Widget[] {
  return sketches.map(({ name, title: [titleFa, titleEn] = ['', ''], ...rest }, position) => ({
    id: stableId('demo', `${page}:${name}`),
    page,
    position,
    titleFa,
    titleEn,
    ...rest,
  }))
}

function homeSketches(): Sketch[] {
  const lines = Object.fromEntries(heroPicks.map(({ id, line: [fa, en] }) => [id, { fa, en }]))
  const external_ids = heroPicks.map(({ id }) => id)
  const [first, second, third, ...rest] = homeCarousels.map(carousel)
  const people: Sketch = {
    name: 'people',
    type: 'artist_carousel',
    title: ['چهره‌ها', 'Faces'],
    config: {},
  }
  const genres: Sketch = {
    name: 'genres',
    type: 'category_carousel',
    title: [getT('fa')('pages.categories.title'), getT('en')('pages.categories.title')],
    moreLink: '/categories',
    config: {},
  }
  const watching: Sketch = {
    name: 'continue',
    type: 'continue_watching',
    title: [
      getT('fa')('catalogue.home.continueWatching'),
      getT('en')('catalogue.home.continueWatching'),
    ],
    config: {},
  }
  const survey: Sketch = {
    name: 'survey',
    type: 'survey',
    title: ['نظرسنجی', 'Survey'],
    config: {},
  }
  const middle = [first, second, third].filter(sketch => sketch !== undefined)
  return [
    { name: 'hero', type: 'banner', config: { external_ids, lines } },
    watching,
    ...middle,
    genres,
    ...rest.slice(0, 3),
    people,
    survey,
    ...rest.slice(3),
  ]
}

function carousel({ id, title, ids, filter }: CarouselDraft): Sketch {
  const { genres, ...others } = filter ?? {}
  const config = ids ? { external_ids: ids } : { ...others, ...(genres && { categories: genres }) }
  return {
    name: id,
    type: 'video_carousel',
    title,
    moreLink: id === CINEMA ? '/cinema-online' : null,
    config,
  }
}

function kidsSketches(): Sketch[] {
  return [
    {
      name: 'stories',
      type: 'video_carousel',
      title: ['سریال‌های کودک', 'Series for children'],
      config: { categories: [KIDS_ID], types: ['series'], order: 'most_visited' },
    },
    {
      name: 'animation',
      type: 'video_carousel',
      title: ['نقاشی‌هایی که راه می‌روند', 'Drawings that walk'],
      config: { categories: ['family-animation'], order: 'rate' },
    },
  ]
}

/** Both kinds of dynamic links (spec §2). */
function links(): (typeof globalLinks.$inferInsert)[] {
  return [
    {
      id: stableId('demo', 'link:documentary'),
      position: 0,
      titleFa: 'مستند',
      titleEn: 'Documentaries',
      navigationType: 'get_by_filter',
      categoryId: idOfGenre('documentary'),
      sortOrder: 'latest',
    },
    {
      id: stableId('demo', 'link:apps'),
      position: 1,
      titleFa: 'برنامه‌ها',
      titleEn: 'Apps',
      navigationType: 'internal_route',
      url: '/apps',
    },
  ]
}

/** Over since long: move its end, or write a new one, to say something to everybody. */
function waitingMessage(now: Date): typeof systemMessages.$inferInsert {
  const day = 86_400_000
  return {
    id: stableId('demo', 'message'),
    textFa: 'امشب از ساعت ۳ تا ۴ بامداد به‌روزرسانی داریم؛ پخش ممکن است چند دقیقه قطع شود.',
    textEn: 'We update tonight from 3 to 4 a.m.; playback may pause for a few minutes.',
    type: 'success',
    isDismissable: true,
    startsAt: new Date(now.getTime() - 2 * day),
    endsAt: new Date(now.getTime() - day),
  }
}
