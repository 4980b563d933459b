import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerCatalogueJobs } from '#src/service/catalogue/titles/catalogue.jobs.ts'
import { listDeliveries } from '#src/service/platform/webhooks/deliveries.queries.ts'
import { addWebhookEndpoint } from '#src/service/platform/webhooks/endpoints.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  registerCatalogueJobs(service.deps)
})
afterAll(() => service.stop())

/** Sixteen nodes, a minute later. */
async function published(): Promise<unknown[]> {
  service.clock.advance({ minutes: 1 })
  await Promise.all(Array.from({ length: 16 }, () => service.jobs.run('catalogue.schedule')))
  const all = await listDeliveries(service.deps.db, {})
  return all.map(({ event }) => event.data.external_id).toSorted()
}
const inMinutes = (minutes: number) =>
  new Date(service.clock.now().getTime() + minutes * 60_000).toISOString()

test('a title is reported when it appears, once, and not before', async () => {
  await importRecords(service, [aFilm({ external_id: 'before' })])
  service.clock.advance({ minutes: 1 })
  const url = 'https://crm.example/'
  await addWebhookEndpoint(service.deps, { url, events: ['title.published'], isInternal: false })
  expect(await published()).toEqual([])

  await importRecords(service, [
    aFilm({ external_id: 'now' }),
    aSeries({ external_id: 'series' }),
    aFilm({ external_id: 'soon', published_at: inMinutes(3) }),
    aFilm({ external_id: 'long-ago', published_at: inMinutes(-9_999) }),
  ])
  expect(await published()).toEqual(['now', 'series'])
  expect(await published()).toEqual(['now', 'series'])
  expect(await published()).toEqual(['now', 'series', 'soon'])
  expect(await published()).toEqual(['now', 'series', 'soon'])

  await importRecords(service, [
    aFilm({ external_id: 'now', title: { fa: 'نام دیگر', en: 'Another' } }),
  ])
  expect(await published()).toHaveLength(3)
  const [{ event } = { event: null }] = await listDeliveries(service.deps.db, {})
  expect(event?.data).toMatchObject({ type: 'single_video', external_id: 'soon' })
  expect(event?.data.short_id).toMatch(/^\w{6,}$/)
})
