import { afterAll, beforeAll, expect, test } from 'vitest'
import { storedCategories } from '#src/service/catalogue/import/categories.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { openConsole } from '#tests/support/staff.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
  await importRecords(service, [aFilm({ external_id: 'film' })])
})
afterAll(() => service.stop())

const keys = async () => (await storedCategories(service.deps.db)).map(({ key }) => key)

test('an editor puts categories first, and the others follow in their old order', async () => {
  const team = openConsole(service)
  const editor = await team.member('editor')
  const marketing = await team.member('marketing')
  const before = await keys()
  const [first = '', second = ''] = before.slice(-2)
  const path = '/api/actions/catalogue/order-categories'
  const call = { fields: { keys: [second, first] } }
  expect((await marketing.call('POST', path, call)).status).toBe(403)
  expect((await editor.call('POST', path, { ...call, dryRun: true })).status).toBe(200)
  expect(await keys()).toEqual(before)
  expect((await editor.call('POST', path, call)).status).toBe(200)
  expect(await keys()).toEqual([second, first, ...before.slice(0, -2)])
  expect(service.invalidated).toContain('*')
  const wrong = { fields: { keys: [first, 'nothing'] } }
  expect((await editor.call('POST', path, wrong)).status).toBe(422)
  expect(await keys()).toEqual([second, first, ...before.slice(0, -2)])
})
