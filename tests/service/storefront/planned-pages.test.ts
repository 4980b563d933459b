import { afterAll, beforeAll, expect, test } from 'vitest'
import { toWire } from '#src/lib/text/tehran.ts'
import { plannedPages } from '#src/service/platform/db/schema/pages.ts'
import { exportHome } from '#src/service/storefront/home-export.ts'
import { applyHome, HomeFile } from '#src/service/storefront/home-file.ts'
import { applyDuePages, listPlannedPages, planPage } from '#src/service/storefront/planned-pages.ts'
import { registerMessageJobs } from '#src/service/storefront/system-message.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { openConsole, type StaffCaller } from '#tests/support/staff.ts'

let service: TestService
let editor: StaffCaller
let finance: StaffCaller

beforeAll(async () => {
  service = await startTestService()
  registerMessageJobs(service.deps)
  const team = openConsole(service)
  editor = await team.member('editor')
  finance = await team.member('finance')
})
afterAll(() => service.stop())

const aPage = (en: string) =>
  HomeFile.parse({ page: 'home', widgets: [{ type: 'survey', title: { fa: 'نظر', en } }] })

const act = (caller: StaffCaller, name: string, fields: object, file?: HomeFile) =>
  caller.call('POST', `/api/actions/home/${name}`, {
    fields,
    ...(file ? { files: { file: { filename: 'home.json', text: JSON.stringify(file) } } } : {}),
  })

const inMinutes = (minutes: number) =>
  toWire(new Date(service.clock.now().getTime() + minutes * 60_000))
    .slice(0, 16)
    .replace('T', ' ')

async function shown(): Promise<string | undefined> {
  const [row] = (await exportHome(service.deps, 'home'))?.widgets ?? []
  return row && 'title' in row ? row.title.en : undefined
}

test('a page begins at its time, once, also with two nodes, and another one is withdrawn', async () => {
  await applyHome(service.deps, aPage('now'))
  expect((await act(finance, 'apply', { at: inMinutes(10) }, aPage('later'))).status).toBe(403)
  expect((await act(editor, 'apply', { at: inMinutes(-10) }, aPage('past'))).status).toBe(422)
  for (const [name, minutes] of [
    ['old', 10],
    ['later', 10],
    ['last', 20],
  ] as const)
    expect((await act(editor, 'apply', { at: inMinutes(minutes) }, aPage(name))).status).toBe(200)
  expect(await shown()).toBe('now')
  const { body } = await act(editor, 'planned', {})
  const planned = body.data as { id: string }[]
  // A second plan for the same minute replaces the first one.
  expect(planned).toMatchObject([{ page: 'home', rows: 1 }, { rows: 1 }])
  expect((await act(editor, 'withdraw', { id: planned[1]?.id })).status).toBe(200)
  expect((await act(editor, 'withdraw', { id: planned[1]?.id })).status).toBe(422)
  service.clock.advance({ minutes: 11 })
  service.invalidated.length = 0
  await Promise.all([applyDuePages(service.deps), applyDuePages(service.deps)])
  expect(await shown()).toBe('later')
  expect(service.invalidated).toEqual(['home', 'catalogue'])
  await applyHome(service.deps, aPage('edited'))
  await service.jobs.run('messages.turn')
  expect(await shown()).toBe('edited')
  expect(await listPlannedPages(service.deps.db)).toEqual([])
})

test('a planned page that this release cannot read stops no other, is listed and can be withdrawn', async () => {
  const startsAt = new Date(service.clock.now().getTime() - 60_000)
  const broken = { page: 'home', widgets: [{ type: 'gone' }] } as unknown as HomeFile
  await service.deps.db
    .insert(plannedPages)
    .values({ id: 'broken', page: 'home', startsAt, file: broken })
  await planPage(service.deps.db, aPage('after it'), service.clock.now())
  await applyDuePages(service.deps)
  expect(await shown()).toBe('after it')
  expect(await listPlannedPages(service.deps.db)).toMatchObject([{ id: 'broken' }])
  expect((await act(editor, 'planned', {})).body.data).toMatchObject([{ id: 'broken', rows: 1 }])
  expect((await act(editor, 'withdraw', { id: 'broken' })).status).toBe(200)
})
