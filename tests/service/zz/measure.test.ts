import { appendFileSync } from 'node:fs'
import { afterAll, beforeAll, test } from 'vitest'
import { listSubscriptions, listTransactions } from '#src/contract/endpoints/checkout.ts'
import { getContent, listComments } from '#src/contract/endpoints/content.ts'
import {
  listBookmarks,
  listContinueWatching,
  listHistory,
} from '#src/contract/endpoints/library.ts'
import { listSupportTickets } from '#src/contract/endpoints/support.ts'
import { accountOf, analyse, commentOn, insertTitles, watchAll } from '#tests/support/long-lists.ts'
import { aUser, type Person } from '#tests/support/people.ts'
import { aPackage } from '#tests/support/rows.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
let big: Person, small: Person
beforeAll(async () => {
  service = await startTestService({ now: new Date() })
  const { db } = service.deps
  await aPackage(db)
  big = await aUser(service)
  small = await aUser(service)
  await insertTitles(db)
  const owner = { userId: big.user.id, profileId: big.profileId }
  let t = performance.now()
  const lap = (n: string) => {
    appendFileSync(
      '/tmp/retention-measure.txt',
      `seed ${n} ${Math.round(performance.now() - t)}ms\n`,
    )
    t = performance.now()
  }
  await watchAll(db, owner)
  lap('watch')
  await commentOn(db, 'f1', owner)
  lap('comments')
  await accountOf(db, owner)
  lap('account')
  await analyse(db)
}, 600_000)
afterAll(() => service.stop())

async function times(n: number, at: number, call: () => Promise<unknown>) {
  const out: number[] = []
  let left = n
  await Promise.all(
    Array.from({ length: at }, async () => {
      while (left-- > 0) {
        const t = performance.now()
        await call()
        out.push(performance.now() - t)
      }
    }),
  )
  out.sort((a, b) => a - b)
  return `p50 ${out[Math.floor(out.length / 2)]!.toFixed(1)} p95 ${out[Math.floor(out.length * 0.95)]!.toFixed(1)}`
}
test('measure', { timeout: 1_200_000 }, async () => {
  const calls: Record<string, (p: Person) => Promise<unknown>> = {
    bookmarks: p => p.api(listBookmarks, { query: {} }),
    'bookmarks deep': p => p.api(listBookmarks, { query: { offset: 49_000 } }),
    history: p => p.api(listHistory, { query: {} }),
    'history films': p => p.api(listHistory, { query: { video_content_type: 'single_video' } }),
    'history series': p => p.api(listHistory, { query: { video_content_type: 'series' } }),
    'history episodes': p => p.api(listHistory, { query: { video_content_type: 'episode' } }),
    'history deep': p => p.api(listHistory, { query: { offset: 39_000 } }),
    continue: p => p.api(listContinueWatching, { query: {} }),
    comments: p => p.api(listComments, { params: { id: p === big ? 'f1' : 'f2' }, query: {} }),
    'comments deep': p =>
      p.api(listComments, { params: { id: p === big ? 'f1' : 'f2' }, query: { offset: 98_000 } }),
    title: p => p.api(getContent, { params: { short_id: p === big ? 'F000001' : 'F000002' } }),
    transactions: p => p.api(listTransactions, { query: {} }),
    'transactions deep': p => p.api(listTransactions, { query: { offset: 49_000 } }),
    subscriptions: p => p.api(listSubscriptions, { query: {} }),
    tickets: p => p.api(listSupportTickets, { query: {} }),
  }
  for (const [name, call] of Object.entries(calls))
    for (const [who, p] of [
      ['big', big],
      ['small', small],
    ] as const) {
      try {
        await call(p)
        await call(p)
        const one = await times(name.includes('deep') ? 15 : 30, 1, () => call(p))
        const thirty = await times(90, 30, () => call(p))
        appendFileSync(
          '/tmp/retention-measure.txt',
          `${process.env.LABEL} ${name.padEnd(18)} ${who.padEnd(6)} one: ${one}   thirty: ${thirty}\n`,
        )
      } catch (e) {
        appendFileSync(
          '/tmp/retention-measure.txt',
          `${name} ${who} ${String(e)} ${JSON.stringify(e)}\n`,
        )
      }
    }
})
