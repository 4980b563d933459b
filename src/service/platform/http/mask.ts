/**
 * Removes possible user input from a text for the log: quoted text, runs of four and more digits in any script (numbers, codes,
 * cards), words that look like tokens, credentials and queries of URLs, and words that are not English, also if encoded for a path.
 * All messages of this code are English.
 */
import { isIP } from 'node:net'
import { isRequestId } from '../request-id.ts'

const MOST = 4_000

export function maskText(text: string): string {
  return text
    .slice(0, MOST)
    .replace(ADDRESS, hideInAddress)
    .replace(/"[^\n]*"/g, '"…"')
    .replace(/`[^\n]*`/g, '`…`')
    .replace(QUOTED, found => (PROPERTY.test(found) ? found : "'…'"))
    .replace(DIGITS, '…')
    .replace(LONG_WORD, word => (isTokenLike(word) ? '…' : word))
    .replace(ENCODED, '…')
    .replace(FOREIGN, '…')
}

const ADDRESS =
  /\b([a-z][a-z+]*):\/\/(?:[^\s/?#]*@)?([^\s/?#"'`)]*)([^\s?#"'`)]*)([?#][^\s"'`)]*)?/gi
/** Quoted text. An apostrophe inside a word is not a quote. */
const QUOTED = /(?<!\w)'[^\n]*'(?!\w)/g
/** An identifier, as in `reading 'name'` of a TypeError. */
const PROPERTY = /^'[A-Za-z_$]{1,40}'$/
/** Digits, except the line and column of a file: `pages.js:1034:12`. */
const DIGITS =
  /(?<!\p{Nd})(?!(?<=\.(?:[cm]?[jt]sx?|astro|html|sql):(?:\d{1,7}:)?)\d{1,7}(?!\d))\p{Nd}[\p{Nd} \t\u00a0\u200c-\u200f()-]{2,}\p{Nd}/gu
const LONG_WORD = /[\w-]{20,}/g
/** Non-English letters encoded for a path: `%D8%A8%D8%A7-%D8%A8`. */
const ENCODED = /(?:%[89a-f][\da-f][\w.~-]*)+/gi
const FOREIGN = /[^\p{ASCII}…–]+(?:[ ]+[^\p{ASCII}…–]+)*/gu

function hideInAddress(_: string, scheme: string, host: string, path: string, query = ''): string {
  return `${scheme}://${host}${path}${query && '?…'}`
}

/** True for upper and lower case with digits, or mixed in a way that identifiers are not. */
function isTokenLike(word: string): boolean {
  if (word.length >= 35) return true
  if (!/[a-z]/.test(word) || !/[A-Z]/.test(word)) return false
  return /\d/.test(word) || !/^_*(?:[A-Z]?[a-z]{2,}[_-]?)+$/.test(word)
}

/** Fields whose values are removed; case, hyphens and underscores do not matter. */
const SECRET_FIELDS = new Set(
  `accesstoken address authority authorization body card cardmask cookie data detail email firstname fullname headers input ip
  lastname limitedtoken mobile msisdn name nationalcode otp params parameters password phone pin polltoken profileaccesstoken
  profiletoken query request row subject text title token tracker trackerid trackid url username value values voucher vouchercode
  where`.split(/\s+/),
)
const DEPTH = 5
/** Fields with a file name of this code, which contains four digits and may be long. */
const MIGRATION_FIELDS = new Set(['migration', 'newestMigration'])
const MIGRATION = /^\d{4}(?:_[a-z]+)+$/
const ID = /^(?!.*\d{7})(?=.*[A-Za-z])\w{1,16}$/
const SHOWN = [ID, /^\d{4}\*{3}\d{4}$/, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/]
/** Counts and amounts are below this number; mobile and card numbers are above. */
const NUMBER_MAX = 1e9

/** Returns the fields of a log line without secrets and personal data. `ofError` serialises errors. */
export function loggableFields(
  fields: unknown,
  ofError: (error: Error) => unknown,
  depth = 0,
): unknown {
  if (fields instanceof Error) return ofError(fields)
  if (typeof fields === 'string') return shown(fields)
  if (typeof fields === 'number') return Math.abs(fields) < NUMBER_MAX ? fields : '…'
  if (fields instanceof Date) return fields.toJSON()
  if (typeof fields !== 'object' || fields === null) return fields
  if (depth >= DEPTH) return '…'
  if (Array.isArray(fields))
    return fields.slice(0, 50).map(each => loggableFields(each, ofError, depth + 1))
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, fieldOf(name, value, ofError, depth + 1)]),
  )
}

function fieldOf(name: string, value: unknown, ofError: (error: Error) => unknown, depth: number) {
  if (name === 'requestId' && typeof value === 'string')
    return isRequestId(value) ? value : maskText(value)
  if (MIGRATION_FIELDS.has(name) && typeof value === 'string' && MIGRATION.test(value)) return value
  const isSecret = SECRET_FIELDS.has(name.toLowerCase().replace(/[_-]/g, ''))
  if (isSecret && value !== null && value !== undefined) return '…'
  return loggableFields(value, ofError, depth)
}

function shown(text: string): string {
  return isAddress(text) || SHOWN.some(form => form.test(text)) ? text : maskText(text)
}

/** True for an IP address. One with a zone is excluded, since a zone may be any text. */
function isAddress(text: string): boolean {
  return isIP(text) > 0 && !text.includes('%')
}
