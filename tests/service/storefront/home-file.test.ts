import { afterAll, beforeAll, expect, test } from 'vitest'
import { getGlobalData, getHomePage, getSystemMessage } from '#src/contract/endpoints/pages.ts'
import { exportHome } from '#src/service/storefront/home-export.ts'
import { featureTitle, unfeatureTitle } from '#src/service/storefront/home-feature.ts'
import {
  applyHome,
  findMissingHomeReferences,
  HomeFile,
} from '#src/service/storefront/home-file.ts'
import { previewHome } from '#src/service/storefront/home-preview.ts'
import { startHome } from '#src/service/storefront/home-starter.ts'
import { clearMessages, setMessage } from '#src/service/storefront/system-message.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await importRecords(service, [
    aFilm({ external_id: 'rain', genres: ['drama'] }),
    aFilm({ external_id: 'night', genres: ['comedy'] }),
  ])
})
afterAll(() => service.stop())

const pair = (text: string) => ({ fa: text, en: text })
const file = HomeFile.parse({
  widgets: [
    { type: 'banner', external_ids: ['night'], lines: { night: pair('تا صبح') } },
    { type: 'continue_watching', title: pair('ادامه') },
    { type: 'video_carousel', title: pair('درام'), categories: ['drama'], more_link: '/contents' },
    { type: 'video_carousel', title: pair('هر دو'), external_ids: ['rain', 'night'] },
  ],
  links: [
    { title: pair('کمدی'), category: 'comedy', order: 'rate' },
    { title: pair('اپلیکیشن‌ها'), url: '/apps' },
  ],
})

test('editors begin with the rows that the site shows without a page, and only once', async () => {
  const before = (await service.api(getHomePage)).widgets
  const shapeOf = ({ type, title, items }: (typeof before)[number]) => [type, title, items.length]
  const starter = await startHome(service.deps)
  expect(starter?.widgets[0]).toMatchObject({ type: 'banner', external_ids: expect.any(Array) })
  const { widgets } = await service.api(getHomePage)
  expect(widgets.map(shapeOf)).toEqual(before.map(shapeOf))
  expect(await startHome(service.deps)).toBeNull()
})

test('the home page follows the file and its order, without empty rows', async () => {
  await applyHome(service.deps, file)
  const { widgets } = await service.api(getHomePage)
  expect(widgets.map(({ type, title, items }) => [type, title, items.length])).toEqual([
    ['banner', '', 1],
    ['video_carousel', 'درام', 1],
    ['video_carousel', 'هر دو', 2],
  ])
  expect(service.invalidated).toContain('*')
})

test('the header’s links are replaced with it, and stay if the file has none', async () => {
  const links = async () => (await service.api(getGlobalData)).links
  expect((await links()).map(({ configuration }) => configuration)).toMatchObject([
    { navigation_type: 'get_by_filter', sort_order: 'rate' },
    { navigation_type: 'internal_route', url: '/apps' },
  ])
  const { links: _, ...without } = file
  await applyHome(service.deps, without)
  expect(await links()).toHaveLength(2)
})

test('entries that the catalogue does not have are reported', async () => {
  const wrong = HomeFile.parse({
    widgets: [
      { type: 'banner', external_ids: ['night', 'nothing'] },
      { type: 'video_carousel', title: pair('x'), categories: ['no-genre'] },
    ],
  })
  expect(await findMissingHomeReferences(service.deps, wrong)).toEqual([
    { path: ['widgets', 0, 'external_ids', 1], name: 'nothing' },
    { path: ['widgets', 1, 'categories', 0], name: 'no-genre' },
  ])
  expect(await findMissingHomeReferences(service.deps, file)).toEqual([])
})

test.each([
  [{ widgets: [] }],
  [
    {
      widgets: [{ type: 'survey', title: pair('x') }],
      links: [{ title: pair('x'), url: '//evil.example' }],
    },
  ],
  [
    {
      widgets: [{ type: 'survey', title: pair('x') }],
      links: [{ title: pair('x'), url: 'https://evil.example' }],
    },
  ],
  [{ widgets: [{ type: 'survey', title: pair('x'), script: 'x' }] }],
  [{ widgets: [{ type: 'unheard_of' }] }],
])('an invalid file is refused: %j', wrong => {
  expect(HomeFile.safeParse(wrong).success).toBe(false)
})

test('one message is shown on every page, until it is cleared or its hours have passed', async () => {
  const message = { fa: 'امشب', en: 'Tonight', type: 'error', isDismissable: false } as const
  const shown = () => service.as({ language: 'en' })(getSystemMessage)
  expect(await shown()).toBeNull()
  await setMessage(service.deps, { ...message, endsAt: null })
  service.clock.advance({ seconds: 1 })
  await setMessage(service.deps, { ...message, en: 'Tomorrow', endsAt: null })
  expect(await shown()).toEqual({ text: 'Tomorrow', type: 'error', is_dismissable: false })
  service.clock.advance({ seconds: 1 })
  expect(await clearMessages(service.deps)).toBe(1)
  expect(await shown()).toBeNull()
  expect(await clearMessages(service.deps)).toBe(0)
  const endsAt = new Date(service.deps.now().getTime() + 3_600_000)
  await setMessage(service.deps, { ...message, endsAt })
  service.clock.advance({ hours: 2 })
  expect(await shown()).toBeNull()
})

test('a message that replaces a planned one says so', async () => {
  const message = { fa: 'امشب', en: 'Tonight', type: 'success', isDismissable: true } as const
  const startsAt = new Date(service.deps.now().getTime() + 3_600_000)
  expect(await setMessage(service.deps, { ...message, startsAt, endsAt: null })).toBe(0)
  expect(await setMessage(service.deps, { ...message, endsAt: null })).toBe(1)
  service.clock.advance({ seconds: 1 })
  expect(await setMessage(service.deps, { ...message, endsAt: null })).toBe(0)
  await clearMessages(service.deps)
})

test('an exported page is a file that creates the same page', async () => {
  await applyHome(service.deps, file)
  const exported = await exportHome(service.deps, 'home')
  expect(exported).toEqual(file)
  expect(await exportHome(service.deps, 'kids')).toBeNull()
})

test('a preview changes nothing, and reports empty rows', async () => {
  await applyHome(service.deps, file)
  const audience = { language: 'fa' as const, maxAge: null, viewer: null }
  const other = HomeFile.parse({
    widgets: [
      { type: 'banner', external_ids: ['rain'] },
      { type: 'video_carousel', title: pair('جنگی'), categories: ['war'] },
    ],
  })
  const rows = await previewHome(service.deps, 'home', other, audience)
  expect(rows?.map(({ shown }) => shown?.items.length ?? null)).toEqual([1, null])
  expect(await exportHome(service.deps, 'home')).toEqual(file)
})

test('a title is featured first in the banner, and taken out again', async () => {
  await applyHome(service.deps, file)
  const { deps } = service
  expect(await featureTitle(deps, { externalId: 'rain', line: pair('زیر چتر') })).toBe('done')
  expect((await exportHome(deps, 'home'))?.widgets[0]).toEqual({
    type: 'banner',
    external_ids: ['rain', 'night'],
    lines: { night: pair('تا صبح'), rain: pair('زیر چتر') },
  })
  expect(await unfeatureTitle(deps, 'rain')).toBe('done')
  expect(await exportHome(deps, 'home')).toEqual(file)
  expect(await featureTitle(deps, { externalId: 'nothing', line: null })).toBe('no_title')
  expect(await unfeatureTitle(deps, 'rain')).toBe('not_featured')
})
