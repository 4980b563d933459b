/** Guides in the XMLTV format: what a channel shows when. Pure functions. */
import { DOMParser } from '@xmldom/xmldom'
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#src/contract/languages.ts'
import { LiveError } from './live-error.ts'

export type Texts = Partial<Record<Language, string>>
export type GuideEntry = { startsAt: Date; endsAt: Date; title: Texts; summary: Texts }
/** Why an entry of the file is left out, and how many. */
export type Skipped = Record<string, number>
export type Guide = { entries: GuideEntry[]; skipped: Skipped }

const TITLE_MAX = 300
const SUMMARY_MAX = 2_000
const LONGEST_MS = 24 * 60 * 60 * 1_000
/** `20260321193000 +0330`; without an offset it is UTC, as the format says. */
const TIME =
  /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?(?:\s*(?:UTC|GMT|Z|([+-])(\d{2}):?(\d{2})))?$/

/**
 * @param channel the file's id of the channel; null where the file is of one channel
 * @throws LiveError where the file is no guide, or of other channels
 */
export function readXmltv(text: string, channel: string | null): Guide {
  const xml = parse(text)
  const all = elements(xml.documentElement, 'programme')
  const ids = new Set(all.map(each => each.getAttribute('channel') ?? ''))
  if (channel === null && ids.size > 1)
    throw new LiveError(`The file is of several channels: give --channel, one of ${list(ids)}.`)
  if (channel !== null && !ids.has(channel))
    throw new LiveError(`The file has no programme of that channel, but of ${list(ids)}.`)
  const own = all.filter(each => channel === null || each.getAttribute('channel') === channel)
  return inOrder(own)
}

function parse(text: string) {
  let isBroken = false
  const broken = () => {
    isBroken = true
  }
  const errorHandler = { warning: () => undefined, error: broken, fatalError: broken }
  const xml = text.trim() ? new DOMParser({ errorHandler }).parseFromString(text, 'text/xml') : null
  if (!xml?.documentElement || isBroken || xml.documentElement.nodeName !== 'tv')
    throw new LiveError('The file is no XMLTV: it is to be XML with the root element <tv>.')
  return xml
}

function inOrder(all: readonly Element[]): Guide {
  const skipped: Skipped = {}
  const skip = (why: string) => {
    skipped[why] = (skipped[why] ?? 0) + 1
  }
  const timed: { element: Element; startsAt: Date }[] = []
  for (const element of all) {
    const startsAt = timeOf(element.getAttribute('start'))
    if (startsAt) timed.push({ element, startsAt })
    else skip('its start is no time')
  }
  timed.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  const entries: GuideEntry[] = []
  for (const [index, { element, startsAt }] of timed.entries()) {
    const stop = element.getAttribute('stop')
    const endsAt = stop ? timeOf(stop) : (timed[index + 1]?.startsAt ?? null)
    const title = textsOf(element, 'title', TITLE_MAX)
    const why = problemOf({ startsAt, endsAt, title }, entries.at(-1))
    if (why !== null) skip(why)
    else if (endsAt)
      entries.push({ startsAt, endsAt, title, summary: textsOf(element, 'desc', SUMMARY_MAX) })
  }
  return { entries, skipped }
}

function problemOf(
  { startsAt, endsAt, title }: Pick<GuideEntry, 'startsAt' | 'title'> & { endsAt: Date | null },
  before: GuideEntry | undefined,
): string | null {
  const length = endsAt ? endsAt.getTime() - startsAt.getTime() : 0
  if (Object.keys(title).length === 0) return 'it has no title in a language of the site'
  if (length <= 0) return 'it has no end after its start'
  if (length > LONGEST_MS) return 'it is longer than a day'
  return before && startsAt < before.endsAt ? 'it overlaps the one before' : null
}

export function timeOf(text: string | null): Date | null {
  const found = TIME.exec(text?.trim() ?? '')
  if (!found) return null
  const [, year, month, day, hour, minute, second = '00', sign, hours = '0', minutes = '0'] = found
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  const date = new Date(wall)
  // 31 February would become March.
  if (Number.isNaN(date.getTime()) || date.toISOString() !== wall) return null
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
  return new Date(date.getTime() - (sign === '-' ? -offset : offset))
}

/** The first of each language; one without a language is in that of the site. */
function textsOf(element: Element, name: string, max: number): Texts {
  const texts: Texts = {}
  for (const each of elements(element, name)) {
    const tag = each.getAttribute('lang')
    const language = tag ? tag.toLowerCase().split(/[-_]/)[0] : DEFAULT_LANGUAGE
    const text = (each.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, max)
    if (text && isLanguage(language)) texts[language] ??= text
  }
  return texts
}

function elements(parent: Element, name: string): Element[] {
  return Array.from(parent.childNodes).filter(
    (node): node is Element => node.nodeType === 1 && node.nodeName === name,
  )
}

function list(ids: ReadonlySet<string>): string {
  return (
    [...ids]
      .slice(0, 20)
      .map(id => JSON.stringify(id))
      .join(', ') || 'none'
  )
}
