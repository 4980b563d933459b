import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addComment,
  getContent,
  listComments,
  reportComment,
} from '#src/contract/endpoints/content.ts'
import { COMMENT } from '#src/contract/limits.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { plainText } from '#src/lib/text/controls.ts'
import {
  blockComments,
  hideCommentsOf,
  unblockComments,
} from '#src/service/community/comments/comment-blocks.ts'
import {
  addHeldWords,
  findHeldWord,
  normalizeHeldWord,
} from '#src/service/community/comments/held-words.ts'
import {
  hideComment,
  listForModeration,
  listHeldComments,
  showComment,
} from '#src/service/community/comments/moderation.ts'
import { commentReports } from '#src/service/platform/db/schema/comments.ts'
import { profiles } from '#src/service/platform/db/schema/profiles.ts'
import { HOSTILE, TEN_THOUSAND_EMOJI } from '#tests/support/hostile-texts.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aKid, aUser, type Person } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { contentId } from '#tests/support/watch-history.ts'

let service: TestService
let count = 0
let id = ''
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  const external_id = `film-${++count}`
  await importRecords(service, [aFilm({ external_id })])
  id = await contentId(service, external_id)
})

const write = ({ api }: Person, text: string, is_spoiler = false) => {
  service.clock.advance({ seconds: 1 })
  return api(addComment, { params: { id }, body: { text, is_spoiler } })
}
const list = (api: TestService['api'], offset = 0) =>
  api(listComments, { params: { id }, query: { offset } })

test('comments are listed newest first, with the profile’s name and never the number', async () => {
  const [one, two] = [await aUser(service), await aUser(service)]
  await service.deps.db.update(profiles).set({ name: 'سارا' }).where(eq(profiles.id, one.profileId))
  await write(one, 'اولین دیدگاه')
  await write(two, 'آخرش معلوم می‌شود', true)
  const { items, total } = await list(one.api)
  expect(items.map(({ text, is_spoiler, is_mine }) => [text, is_spoiler, is_mine])).toEqual([
    ['آخرش معلوم می‌شود', true, false],
    ['اولین دیدگاه', false, true],
  ])
  expect(total).toBe(2)
  expect(items[1]?.author).toBe('سارا')
  // A profile that was never renamed is called “me”, which is not shown to others.
  expect(items[0]?.author).toBe('کاربر پرده')
  expect(JSON.stringify(items)).not.toContain(one.msisdn)
  expect((await list(service.api)).items.some(({ is_mine }) => is_mine)).toBe(false)
})

test('a comment has 3 to 1,000 characters, and the error is shown at the field', async () => {
  const person = await aUser(service)
  const apiError = (text: string) => write(person, text).catch(toFailure)
  expect(await apiError('اب')).toMatchObject({
    status: 422,
    errors: { text: ['validation.minLength', { length: COMMENT.min }] },
  })
  for (const text of ['ا'.repeat(COMMENT.max + 1), TEN_THOUSAND_EMOJI]) {
    expect(await apiError(text)).toMatchObject({
      errors: { text: ['validation.maxLength', { length: COMMENT.max }] },
    })
  }
  expect((await write(person, '😀'.repeat(COMMENT.max))).text).toHaveLength(2 * COMMENT.max)
  expect((await write(person, ' سه ‌حر ')).text).toBe('سه ‌حر')
})

test('a text is stored as it was written: sixty hostile ones are returned, without control characters', async () => {
  for (let from = 0; from < HOSTILE.length; from += 10) {
    const person = await aUser(service)
    for (const text of HOSTILE.slice(from, from + 10)) await write(person, text)
  }
  const pages = await Promise.all([list(service.api), list(service.api, 24), list(service.api, 48)])
  const texts = pages.flatMap(({ items }) => items.map(({ text }) => text))
  expect(texts.toReversed()).toEqual(HOSTILE.map(plainText))
  expect(pages.map(({ items }) => items.length)).toEqual([24, 24, 12])
})

test('commenting requires login and is limited', async () => {
  const body = { text: 'بدون ورود' }
  const visitor = await service.api(addComment, { params: { id }, body }).catch(toFailure)
  expect(visitor).toMatchObject({ status: 401 })
  const person = await aUser(service)
  for (let index = 0; index < 10; index++) await write(person, `دیدگاه شمارهٔ ${index}`)
  expect(await write(person, 'یکی بیش از اندازه').catch(toFailure)).toMatchObject({
    status: 429,
    result: 'too_many_requests',
  })
})

test('sending the same comment again creates no second one', async () => {
  const { api } = await aUser(service)
  const send = () =>
    api(addComment, { params: { id }, body: { text: 'یک بار' } }, { idempotencyKey: 'key-of-form' })
  const first = await send()
  expect(await send()).toEqual(first)
  expect((await list(api)).total).toBe(1)
})

test('a title above a child’s band has no comments for it', async () => {
  const kid = await aKid(service, 'under_3')
  expect(await list(kid.api).catch(toFailure)).toMatchObject({ status: 451 })
})

describe('moderation', () => {
  test('a report counts once per user, and reported comments come first', async () => {
    const [author, reader] = [await aUser(service), await aUser(service)]
    const bad = await write(author, 'دیدگاه ناپسند')
    await write(author, 'دیدگاه تازه')
    const report = () => reader.api(reportComment, { params: { id: bad.id }, body: {} })
    await Promise.all([report(), report(), report()])
    const rows = await service.deps.db
      .select()
      .from(commentReports)
      .where(eq(commentReports.commentId, bad.id))
    expect(rows).toHaveLength(1)
    const [first] = await listForModeration(service.deps.db, true)
    expect(first).toMatchObject({ id: bad.id, reports: 1 })
  })

  test('a comment is marked as reported only for the user who reported it', async () => {
    const [author, reader] = [await aUser(service), await aUser(service)]
    const bad = await write(author, 'دیدگاه ناپسند')
    const other = await write(author, 'دیدگاه دیگر')
    await reader.api(reportComment, { params: { id: bad.id }, body: {} })
    const marked = async ({ api }: Pick<Person, 'api'>) => {
      const { items } = await api(listComments, { params: { id }, query: {} })
      return items.filter(({ is_reported }) => is_reported).map(comment => comment.id)
    }
    expect(await marked(reader)).toEqual([bad.id])
    expect(await marked(author)).toEqual([])
    expect(await marked(service)).toEqual([])
    expect(other.is_reported).toBeUndefined()
  })

  test('a hidden comment is absent from lists and counts until it is shown again', async () => {
    const author = await aUser(service)
    const { id: hidden } = await write(author, 'دیدگاه ناپسند')
    const { db, now } = service.deps
    expect(await hideComment(db, hidden, 'insult', now())).toBe(true)
    expect((await list(author.api)).total).toBe(0)
    expect((await author.api(getContent, { params: { short_id: id } })).comments_count).toBe(0)
    const report = author.api(reportComment, { params: { id: hidden }, body: {} })
    expect(await report.catch(toFailure)).toMatchObject({ status: 404 })
    expect(await showComment(db, hidden)).toBe(true)
    expect((await list(author.api)).total).toBe(1)
    expect(await hideComment(db, 'nothing', '', now())).toBe(false)
  })
})

describe('what the team does with comments and their authors', () => {
  const now = () => service.deps.now()

  test('a blocked author gets an error, other users can still write, and the author’s comments can be removed', async () => {
    const [one, two] = [await aUser(service), await aUser(service)]
    await write(one, 'اولین دیدگاه')
    await write(two, 'دومین دیدگاه')
    const given = { userId: one.user.id, reason: 'spam' }
    expect(await blockComments(service.deps.db, given, now())).toBe(true)
    expect(await blockComments(service.deps.db, given, now())).toBe(false)
    expect(toFailure(await write(one, 'باز هم').catch(error => error))).toMatchObject({
      result: 'forbidden',
      message: expect.stringMatching(/بسته شده/),
    })
    await write(two, 'سومین دیدگاه')
    expect((await list(service.api)).total).toBe(3)
    expect(await hideCommentsOf(service.deps.db, given, now())).toBe(1)
    expect((await list(service.api)).total).toBe(2)
    expect(await unblockComments(service.deps.db, one.user.id)).toBe(true)
    await write(one, 'برگشتم')
  })

  test('a comment with a blocked word waits for a moderator, in any spelling', async () => {
    const person = await aUser(service)
    await addHeldWords(service.deps.db, ['فیلترشکن', 'کد تخفیف', 'کانال*'], now())
    const sent = await write(person, 'این كانال‌هاي خوب را ببینید')
    expect(sent.is_held).toBe(true)
    const plain = await write(person, 'فیلم خوبی بود')
    expect(plain.is_held).toBeUndefined()
    expect((await list(person.api)).items.map(({ id }) => id)).toEqual([plain.id])
    expect((await list(person.api)).total).toBe(1)
    const held = await listHeldComments(service.deps.db)
    expect(held.map(({ id, heldFor }) => [id, heldFor])).toEqual([[sent.id, 'کانال*']])
    expect(await showComment(service.deps.db, sent.id)).toBe(true)
    expect((await list(person.api)).total).toBe(2)
    expect(await listHeldComments(service.deps.db)).toEqual([])
  })

  test('a word is blocked as a whole word, or with any ending', () => {
    const held = (text: string, word: string) => findHeldWord(text, [word]) !== null
    expect(held('Buy a VPN now!', 'vpn')).toBe(true)
    expect(held('vpnish', 'vpn')).toBe(false)
    expect(held('vpnish', 'vpn*')).toBe(true)
    expect(held('کدِ تخفیف، دارم', 'کد تخفیف')).toBe(true)
    expect(held('بارکد تخفیف', 'کد تخفیف')).toBe(false)
    expect(['*', 'a', '؟!', 'x'.repeat(91)].map(normalizeHeldWord)).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(normalizeHeldWord(' كانال * ')).toBe('کانال*')
  })
})
