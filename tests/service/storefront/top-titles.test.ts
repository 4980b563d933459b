import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getHomePage } from '#src/contract/endpoints/pages.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { bumpVersion } from '#src/service/catalogue/titles/catalogue-cache.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { contentWatchDays } from '#src/service/platform/db/schema/player.ts'
import { exportHome } from '#src/service/storefront/home-export.ts'
import { applyHome, HomeFile } from '#src/service/storefront/home-file.ts'
import { fillWidgets } from '#src/service/storefront/widgets.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await importRecords(service, [
    aFilm({ external_id: 'one', age_label: 0 }),
    aFilm({ external_id: 'two', age_label: 18 }),
    aFilm({ external_id: 'old', age_label: 0 }),
    aSeries({ external_id: 'show', age_label: 0, episodes: [2] }),
    ...Array.from({ length: 9 }, (_, at) => aFilm({ external_id: `other-${at}`, age_label: 0 })),
  ])
  await service.deps.db
    .update(contents)
    .set({ viewCount: 500 })
    .where(eq(contents.externalId, 'old'))
}, 180_000)
afterAll(() => service.stop())

const row = { type: 'video_carousel', title: { fa: 'برترها', en: 'Top' }, top: 'week' }
const file = HomeFile.parse({ widgets: [row] })

async function idOf(externalId: string): Promise<string> {
  const [found] = await service.deps.db
    .select({ id: contents.id })
    .from(contents)
    .where(eq(contents.externalId, externalId))
  return found?.id ?? ''
}

async function watched(externalId: string, daysAgo: number, views: number): Promise<void> {
  const at = new Date(service.deps.now().getTime() - daysAgo * 86_400_000)
  const day = toWire(at).slice(0, 10)
  await service.deps.db
    .insert(contentWatchDays)
    .values({ contentId: await idOf(externalId), day, views, seconds: views * 60 })
  await bumpVersion(service.deps.db)
}

async function top(maxAge: number | null = null, config: object = { top: 'week' }) {
  const rows = [
    {
      id: 'top',
      type: 'video_carousel' as const,
      titleFa: '',
      titleEn: '',
      moreLink: null,
      config,
    },
  ]
  const audience = { language: 'fa' as const, maxAge, viewer: null }
  const [widget] = await fillWidgets(service.deps, rows, audience)
  return { ids: (widget?.items ?? []).map(({ id }) => id), link: widget?.more_link }
}

test('without any viewings it is the ten most visited titles', async () => {
  const { ids, link } = await top()
  expect([ids.length, ids[0], link]).toEqual([10, await idOf('old'), null])
})

test('it counts the last seven days, and episodes with their series', async () => {
  await watched('one', 0, 5)
  await watched('two', 6, 4)
  await watched('old', 7, 1_000)
  await watched('show-1-1', 1, 3)
  await watched('show-1-2', 2, 3)
  const { ids } = await top()
  const first = await Promise.all(['show', 'one', 'two', 'old'].map(idOf))
  expect(ids.slice(0, 4)).toEqual(first)
  expect(new Set(ids).size).toBe(10)
})

test('a child sees those of its age', async () => {
  const { ids } = await top(7)
  expect(ids).not.toContain(await idOf('two'))
  expect(ids.slice(0, 2)).toEqual([await idOf('show'), await idOf('one')])
})

test('it accepts the filters of a row', async () => {
  const { ids } = await top(null, { top: 'week', types: ['series'], count: 3 })
  expect(ids).toEqual([await idOf('show')])
})

test('editors place it in the file of the page, and the generated page has it', async () => {
  const own = await service.api(getHomePage)
  expect(own.widgets.map(({ title }) => title)).toContain('ده عنوان برتر هفته')
  await applyHome(service.deps, file)
  const { widgets } = await service.api(getHomePage)
  expect(widgets.map(({ title, items }) => [title, items.length])).toEqual([['برترها', 10]])
  expect((await exportHome(service.deps, 'home'))?.widgets).toEqual(file.widgets)
})
