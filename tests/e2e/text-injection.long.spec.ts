// Sixty hostile texts in every field of user input, on every page that shows it.
import { eq, inArray } from 'drizzle-orm'
import type { Page } from 'playwright'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { PAGE_SIZE } from '#src/contract/limits.ts'
import type { Database } from '#src/service/platform/db/open.ts'
import { artists, credits } from '#src/service/platform/db/schema/catalogue.ts'
import { comments } from '#src/service/platform/db/schema/comments.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { profiles } from '#src/service/platform/db/schema/profiles.ts'
import { supportTicketMessages, supportTickets } from '#src/service/platform/db/schema/support.ts'
import { surveyParticipants, surveys } from '#src/service/platform/db/schema/surveys.ts'
import { users } from '#src/service/platform/db/schema/users.ts'
import { newId, newShortId } from '#src/service/platform/ids.ts'
import { aNumber } from '#tests/support/account.ts'
import { newPage, siteUrl } from '#tests/support/browser.ts'
import { HOSTILE } from '#tests/support/hostile-texts.ts'
import { aMember } from '#tests/support/member.ts'
import { siteDatabase } from '#tests/support/site-database.ts'

const PHONE = { width: 320, height: 700 }
/** HTML parsers normalise line ends, and outer white space is not part of the text. */
const asShown = (text: string) => text.replaceAll('\r\n', '\n').trim()
const short = (text: string) => [...text].slice(0, 30).join('').trim()
/** Bidi controls are removed if user input is part of a sentence. */
const undirected = (text: string) =>
  asShown(text).replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '')

/** A search is a single line. */
const asSearched = (text: string) =>
  undirected(text)
    .replace(/[\p{Cc} ]+/gu, ' ')
    .trim()

let db: Database
let page: Page
beforeEach(async () => {
  db = await siteDatabase()
  page = await newPage(PHONE)
  page.on('dialog', dialog => expect.unreachable(`a dialog: ${dialog.message()}`))
  page.on('request', request => expect(request.url()).not.toContain('evil.example'))
})

/** Expects each text as written in its own element, no script that ran, and an unchanged layout. */
async function showsAsText(selector: string, texts: readonly string[]): Promise<void> {
  await page.locator(selector).first().waitFor()
  await expect
    .poll(async () => {
      const shown = (await page.locator(selector).allTextContents()).map(asShown)
      return texts.filter(text => !shown.includes(asShown(text)))
    })
    .toEqual([])
  await staysIntact()
}

async function staysIntact(): Promise<void> {
  const { ran, beyond, outside } = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const wide = [...document.querySelectorAll('main :is(h1,h2,h3,p,li,button,input)')].filter(
      element => {
        if (element.closest('.row-scroll, .chip-row, .sr-only')) return false
        const { left, right, width } = element.getBoundingClientRect()
        return width > 0 && (left < -1 || right > clientWidth + 1)
      },
    )
    return {
      ran: 'broken' in window,
      beyond: scrollWidth - clientWidth,
      outside: wide.map(element => element.outerHTML.slice(0, 160)),
    }
  })
  expect(ran, 'a text ran').toBe(false)
  expect(outside).toEqual([])
  expect(beyond, 'the page scrolls sideways').toBe(0)
}

const jsonLd = () =>
  page
    .locator('script[type="application/ld+json"]')
    .evaluateAll(blocks => blocks.map(block => JSON.parse(block.textContent ?? '')))

async function loadAll(button: string): Promise<void> {
  const more = page.getByRole('button', { name: button })
  for (let turn = 0; turn < 2; turn++) {
    const before = await page.locator('main li').count()
    await more.click()
    await expect.poll(() => page.locator('main li').count()).toBeGreaterThan(before)
  }
}

async function userOf(msisdn: string): Promise<string> {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.msisdn, msisdn))
  return row?.id ?? ''
}

async function titles(named: readonly string[]): Promise<string[]> {
  const rows = named.map(text => ({
    id: newId(),
    shortId: newShortId(),
    type: 'single_video' as const,
    ageLimit: 0,
    slugFa: 'x',
    slugEn: 'x',
    titleFa: text,
    titleEn: text,
    taglineFa: text,
    summaryFa: text,
  }))
  await db.insert(contents).values(rows)
  onTestFinished(async () => {
    await db.delete(contents).where(
      inArray(
        contents.id,
        rows.map(({ id }) => id),
      ),
    )
  })
  return rows.map(({ id }) => id)
}

test('title, text and replies of a support ticket', async () => {
  const userId = await userOf((await aMember(page)).msisdn)
  const rows = HOSTILE.map(text => ({ id: newId(), userId, title: text, text }))
  await db.insert(supportTickets).values(rows)
  const messages = HOSTILE.map((text, index) => ({
    id: newId(),
    ticketId: rows[0]?.id ?? '',
    text,
    author: index % 2 ? ('support' as const) : ('user' as const),
  }))
  await db.insert(supportTicketMessages).values(messages)
  await page.goto('/tickets')
  await loadAll('نمایش بیشتر')
  await showsAsText('main li h2 bdi', HOSTILE)
  await page.goto(`/tickets/${rows[0]?.id}`)
  await showsAsText('main ol li p', HOSTILE)
  await showsAsText('main h1', [HOSTILE[0] ?? ''])
})

test('comments and the names of their authors', async () => {
  const [contentId = ''] = await titles(['دیدگاه‌ها'])
  for (const text of HOSTILE) {
    const [userId, profileId] = [newId(), newId()]
    await db.insert(users).values({ id: userId, msisdn: aNumber() })
    const name = short(text) || 'x'
    await db.insert(profiles).values({ id: profileId, userId, slot: 1, isPrimary: true, name })
    await db.insert(comments).values({ id: newId(), contentId, userId, profileId, text })
  }
  await page.goto(`/contents/${contentId}/x`)
  await page.locator('#comments').scrollIntoViewIfNeeded()
  await page.locator('#comments li').first().waitFor()
  await loadAll('دیدگاه‌های بیشتر')
  await showsAsText('#comments li p', HOSTILE)
  await showsAsText('#comments li bdi', HOSTILE.map(short))
})

test('a survey, its participants and results', async () => {
  const id = newId()
  const both = (name: string, text: string) => ({ [`${name}Fa`]: text, [`${name}En`]: text })
  const [title = '', text = ''] = HOSTILE
  const values = { ...both('title', title), ...both('text', text), votesTotal: 5, votesPerItem: 2 }
  await db.insert(surveys).values({ id, ref: id, ...values } as typeof surveys.$inferInsert)
  onTestFinished(async () => {
    await db.delete(surveys).where(eq(surveys.id, id))
  })
  const people = HOSTILE.map(name => ({
    id: newId(),
    surveyId: id,
    ...both('title', name),
    ...both('subtitle', name),
  })) as (typeof surveyParticipants.$inferInsert)[]
  await db.insert(surveyParticipants).values(people)
  await page.goto(`/surveys/${id}`)
  await showsAsText('.survey-grid h2 bdi', HOSTILE)
  await showsAsText('.survey-grid p', HOSTILE)
  await showsAsText('main h1', [HOSTILE[0] ?? ''])
  await db.update(surveys).set({ endsAt: new Date() }).where(eq(surveys.id, id))
  await page.goto(`/surveys/${id}`)
  await showsAsText('main ol li bdi', HOSTILE)
})

test('titles and names of the catalogue, in JSON-LD too', async () => {
  const ids = await titles(HOSTILE)
  const [id, shortId, name = ''] = [newId(), newShortId(), HOSTILE[1]]
  await db
    .insert(artists)
    .values({ id, shortId, slugFa: 'x', slugEn: 'x', nameFa: name, nameEn: name, bioFa: name })
  onTestFinished(async () => {
    await db.delete(artists).where(eq(artists.id, id))
  })
  await db
    .insert(credits)
    .values(ids.map(contentId => ({ contentId, artistId: id, role: 'director' as const })))
  const shown: string[] = []
  const named: string[] = []
  for (let offset = 0; offset < ids.length; offset += PAGE_SIZE) {
    await page.goto(`/artists/${shortId}/x?offset=${offset}`)
    shown.push(...(await page.locator('main h3').allTextContents()).map(asShown))
    const list = (await jsonLd()).find(block => block['@type'] === 'ItemList')
    named.push(...list.itemListElement.map((item: { name: string }) => item.name))
    await staysIntact()
  }
  expect(HOSTILE.filter(text => !shown.includes(asShown(text)))).toEqual([])
  expect(HOSTILE.filter(text => !named.includes(text))).toEqual([])
  for (const at of [1, 4, 30, 43]) {
    await page.goto(`/contents/${ids[at]}/x`)
    await showsAsText('main h1', [HOSTILE[at] ?? ''])
    expect(JSON.stringify(await jsonLd())).toContain(JSON.stringify(HOSTILE[at]))
  }
})

test('the names of a user and of its profiles', async () => {
  const { msisdn, call } = await aMember(page)
  const userId = await userOf(msisdn)
  for (const slot of [2, 3])
    await db.insert(profiles).values({ id: newId(), userId, slot, name: 'x' })
  const own = await db.select().from(profiles).where(eq(profiles.userId, userId))
  const names = HOSTILE.map(short).filter(Boolean)
  const pages: string[] = []
  for (let from = 0; from < names.length; from += 3) {
    for (const [at, name] of names.slice(from, from + 3).entries())
      await db
        .update(profiles)
        .set({ name })
        .where(eq(profiles.id, own[at]?.id ?? ''))
    pages.push(await (await page.request.get('/profile')).text())
  }
  const shown = (await read(pages, '.profile-tile bdi')).flatMap(({ texts }) => texts.map(asShown))
  expect(names.filter(name => !shown.includes(asShown(name)))).toEqual([])
  for (const at of [1, 30, 54]) {
    const name = short(HOSTILE[at] ?? '')
    await call('put', '/users/_self', { name, family: name })
    await page.goto('/profile')
    await staysIntact()
    await page.goto('/user')
    await showsAsText('main p bdi', [`${name} ${name}`])
    await page.goto('/user/edit')
    expect(await page.locator('[name=given-name]').inputValue()).toBe(name)
    await staysIntact()
  }
})

test('a search query on its result page', async () => {
  const queries = HOSTILE.map(text => [...text].slice(0, 90).join(''))
  const pages = await Promise.all(
    queries.map(async query => {
      const reply = await fetch(`${siteUrl()}/contents?query=${encodeURIComponent(query)}`)
      expect(reply.status, query).toBe(200)
      return reply.text()
    }),
  )
  const found = await read(pages, 'main h1')
  for (const [at, query] of queries.entries()) {
    const { texts, ld, scripts } = found[at] ?? { texts: [], ld: '', scripts: 0 }
    const asked = asSearched(query)
    expect(asSearched(texts.join())).toContain(asked)
    const crumbs = JSON.parse(ld).find(
      (block: object) => '@type' in block && block['@type'] === 'BreadcrumbList',
    )
    expect(asSearched(crumbs.itemListElement.at(-1).name)).toContain(asked)
    expect(scripts, query).toBe(found[0]?.scripts)
  }
  for (const at of [1, 4, 30, 54]) {
    await page.goto(`/contents?query=${encodeURIComponent(queries[at] ?? '')}`)
    await staysIntact()
  }
})

/** Parses pages as a browser does, in a document without scripts. */
function read(pages: readonly string[], selector: string) {
  return page.evaluate(
    ([all, selector]) =>
      all.map(html => {
        const found = new DOMParser().parseFromString(html, 'text/html')
        const ld = found.querySelectorAll('script[type="application/ld+json"]')
        return {
          texts: [...found.querySelectorAll(selector)].map(({ textContent }) => textContent ?? ''),
          // A non-empty list has another block of JSON-LD.
          scripts: found.scripts.length - ld.length,
          ld: `[${[...ld].map(({ textContent }) => textContent).join()}]`,
        }
      }),
    [pages, selector] as const,
  )
}
