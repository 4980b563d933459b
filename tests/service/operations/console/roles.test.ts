import { afterAll, beforeAll, expect, test } from 'vitest'
import { allActions } from '#src/service/operations/console/actions.ts'
import { ACTION_ROLES, mayDo } from '#src/service/operations/staff/roles.ts'
import { STAFF_ROLES } from '#src/service/platform/db/schema/staff.ts'
import { aKid, aSubscriber, aUser } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { openConsole, type StaffCaller } from '#tests/support/staff.ts'

let service: TestService
const members = new Map<string, StaffCaller>()

beforeAll(async () => {
  service = await startTestService()
  const team = openConsole(service)
  for (const role of STAFF_ROLES) members.set(role, await team.member(role))
})
afterAll(() => service.stop())

test('the table names every action of every noun, and nothing else', async () => {
  const names = (await allActions()).map(({ noun, verb }) => `${noun}.${verb}`)
  expect(Object.keys(ACTION_ROLES).toSorted()).toEqual(names.toSorted())
})

test.each(STAFF_ROLES)('%s may call exactly the actions of the table', async role => {
  const caller = members.get(role) as StaffCaller
  for (const { noun, verb } of await allActions()) {
    // An unknown field is refused after the role was checked, so that no action runs.
    const call = { fields: { 'not-a-field': 'x' }, dryRun: true }
    const { status } = await caller.call('POST', `/api/actions/${noun}/${verb}`, call)
    expect(`${noun}.${verb} ${status}`).toBe(
      `${noun}.${verb} ${mayDo(role, { noun, verb }) ? 422 : 403}`,
    )
  }
})

test('no viewer of the site may call an action or read a list, however the call names the viewer', async () => {
  const { send } = openConsole(service)
  const subscriber = await aSubscriber(service)
  const kid = await aKid(service, 'under_7', subscriber)
  const parent = await aUser(service)
  const staffCookie = (members.get('admin') as StaffCaller).cookie.split('=')[0]
  const viewers: Record<string, { cookie?: string; headers?: Record<string, string> }> = {
    visitor: {},
    ...Object.fromEntries(
      Object.entries({ parent, subscriber, kid }).flatMap(
        ([name, { accessToken, profileToken }]) => [
          [
            `${name} by header`,
            {
              headers: { Authorization: `Bearer ${accessToken}`, 'X-Profile-Token': profileToken },
            },
          ],
          [`${name} by cookie`, { cookie: `${staffCookie}=${accessToken}` }],
        ],
      ),
    ),
  }
  // Each address may call so often only, and a viewer has one for each hundred calls.
  let address = 0
  for (const [viewer, caller] of Object.entries(viewers)) {
    for (const [at, { noun, verb }] of (await allActions()).entries()) {
      if (at % 100 === 0) address++
      const body = { fields: {}, dryRun: true }
      const { status } = await send('POST', `/api/actions/${noun}/${verb}`, {
        ...caller,
        body,
        address: `192.0.2.${address}`,
      })
      expect(`${viewer} ${noun}.${verb} ${status}`).toBe(`${viewer} ${noun}.${verb} 401`)
    }
    address++
    for (const path of [
      ...Object.keys(LISTS),
      'actions',
      'today',
      'people/x',
      'titles/x',
      'uploads',
    ]) {
      const { status } = await send('GET', `/api/${path}`, {
        ...caller,
        address: `192.0.2.${address}`,
      })
      expect(`${viewer} ${path} ${status}`).toBe(`${viewer} ${path} 401`)
    }
  }
})

test.each(STAFF_ROLES)('%s is offered exactly the actions of the table', async role => {
  const { body } = await (members.get(role) as StaffCaller).call('GET', '/api/actions')
  const offered = (body.actions as Array<{ noun: string; verb: string }>).map(
    ({ noun, verb }) => `${noun}.${verb}`,
  )
  const allowed = (await allActions()).filter(action => mayDo(role, action))
  expect(offered).toEqual(allowed.map(({ noun, verb }) => `${noun}.${verb}`))
})

const LISTS: Record<string, string> = {
  titles: 'catalogue.list',
  people: 'users.show',
  tickets: 'support.list',
  payments: 'payments.list',
  comments: 'comments.list',
  audit: 'audit.list',
  vouchers: 'voucher.list',
  packages: 'packages.list',
  surveys: 'survey.list',
  messages: 'message.show',
  jobs: 'jobs.list',
  live: 'live.list',
  refunds: 'refunds.list',
  staff: 'staff.list',
}

test.each(STAFF_ROLES)('%s reads exactly the lists of its actions', async role => {
  for (const [list, action] of Object.entries(LISTS)) {
    const [noun = '', verb = ''] = action.split('.')
    const { status } = await (members.get(role) as StaffCaller).call('GET', `/api/${list}`)
    expect(`${list} ${status}`).toBe(`${list} ${mayDo(role, { noun, verb }) ? 200 : 403}`)
  }
})

test('an administrator may do what the console offers, and no role may restore a backup there', () => {
  expect(mayDo('admin', { noun: 'users', verb: 'erase' })).toBe(true)
  expect(mayDo('admin', { noun: 'restore', verb: 'run' })).toBe(false)
  expect(mayDo('support', { noun: 'payments', verb: 'refund' })).toBe(false)
})
