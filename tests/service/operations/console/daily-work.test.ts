import { afterAll, beforeAll, expect, test } from 'vitest'
import { comments } from '#src/service/platform/db/schema/comments.ts'
import { supportTickets } from '#src/service/platform/db/schema/support.ts'
import { newId } from '#src/service/platform/ids.ts'
import { aContent, aUser } from '#tests/support/rows.ts'
import { aPayer, openShop, type Person, type Shop } from '#tests/support/shop.ts'
import { openConsole, type StaffCaller } from '#tests/support/staff.ts'

let shop: Shop
let finance: StaffCaller
let support: StaffCaller
let editor: StaffCaller

beforeAll(async () => {
  shop = await openShop()
  const team = openConsole(shop)
  finance = await team.member('finance')
  support = await team.member('support')
  editor = await team.member('editor')
})
afterAll(() => shop.stopShop())

async function bought(payer: Person): Promise<{ id: string }> {
  const { id, page } = await shop.order(payer)
  await shop.comeBack((await shop.atBank(page, 'pay')) ?? '')
  return { id }
}

const act = (caller: StaffCaller, name: string, fields: object, more: object = {}) =>
  caller.call('POST', `/api/actions/${name.replace('.', '/')}`, { fields, ...more })

test('a payment keeps what the bank answered to the team', async () => {
  const payer = await aPayer(shop)
  const { id } = await bought(payer)
  expect((await act(finance, 'payments.recheck', { payment: id })).status).toBe(200)
  const { body } = await support.call('GET', `/api/payments/${id}`)
  expect(body).toMatchObject({
    user_id: payer.user.id,
    bank_steps: { redirected_at: expect.any(String), paid_at: expect.any(String) },
    bank_answers: [{ actor: finance.email, before: 'paid', after: 'paid' }],
  })
})

test('a payment is refunded in part and then whole, and the report of the day equals the ledger', async () => {
  const { id } = await bought(await aPayer(shop))
  const first = await act(
    finance,
    'payments.refund',
    { payment: id, amount: '110000' },
    { reason: 'a fault' },
  )
  expect(first.body).toMatchObject({ data: { amount: 110_000 } })
  const rest = await act(finance, 'payments.refund', { payment: id }, { reason: 'a fault' })
  expect(rest.status).toBe(200)
  expect((await act(finance, 'payments.refund', { payment: id }, { reason: 'again' })).status).toBe(
    422,
  )
  const report = (await act(finance, 'report.run', {})).body.data as Report
  const ledger = (await act(finance, 'report.run', { section: 'ledger' })).body.data as Report
  const sum = (account: string) =>
    (ledger.sections.ledger?.rows ?? [])
      .filter(row => row.account === account)
      .reduce((all, row) => all + Number(row.rials), 0)
  const days = report.sections.days?.total
  expect(days).toMatchObject({ revenue: -sum('revenue') || 0, vat_due: -sum('vat') || 0 })
  for (const name of ['packages', 'gateways'])
    expect(report.sections[name]?.total).toMatchObject({
      revenue: days?.revenue,
      received: days?.received,
    })
})
type Report = {
  sections: Record<string, { rows: Record<string, unknown>[]; total?: Record<string, number> }>
}

test('a range of days includes its last day in Tehran', async () => {
  await bought(await aPayer(shop))
  const today = shop.clock.now().toISOString().slice(0, 10)
  const { body } = await finance.call('GET', `/api/payments?from=${today}&to=${today}`)
  expect(body.total).toBeGreaterThan(0)
  expect((await finance.call('GET', '/api/payments?from=2026-13-01')).status).toBe(422)
})

test('a note is for the team alone', async () => {
  const { db } = shop.deps
  const payer = await aPayer(shop)
  const [ticket] = await db
    .insert(supportTickets)
    .values({ id: newId(), userId: payer.user.id, title: 'No sound', text: 'Since yesterday.' })
    .returning()
  const number = String(ticket?.number)
  const note = await act(support, 'support.note', { number, text: 'He has an old television.' })
  expect(note.status).toBe(200)
  expect((await support.call('GET', `/api/tickets/${number}`)).body).toMatchObject({
    status: 'pending',
    notes: [{ by: support.email, text: 'He has an old television.' }],
    messages: [],
  })
  expect((await act(editor, 'support.note', { number, text: 'x' })).status).toBe(403)
  const response = await shop.fetch(`/tickets/${ticket?.id}`, {}, payer)
  expect(response.status).toBe(200)
  expect(await response.text()).not.toContain('television')
})

test('a word is tried against visible comments before it is held', async () => {
  const { db } = shop.deps
  const [userId, contentId] = [await aUser(db), await aContent(db)]
  const texts = ['این فیلم افتضاح بود', 'افتضاحی که دیدم', 'بسیار خوب']
  await db.insert(comments).values(
    texts.map((text, at) => ({
      id: newId(),
      userId,
      contentId,
      text,
      createdAt: new Date(shop.clock.now().getTime() - at * 1_000),
    })),
  )
  const { body } = await act(editor, 'comments.match', { words: ['افتضاح'] })
  expect(body).toMatchObject({ data: { tried: 3, matched: 1, comments: [{ text: texts[0] }] } })
  const list = async (word: string) =>
    (
      (await editor.call('GET', `/api/comments?word=${encodeURIComponent(word)}`)).body.rows as {
        text: string
      }[]
    ).map(({ text }) => text)
  expect(await list('افتضاح*')).toEqual([texts[0], texts[1]])
  expect(await list('!')).toEqual([])
})
