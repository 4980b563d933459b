/**
 * Removes from a text for the log what may be user input: quoted text, runs of four and more digits in any script (numbers, codes,
 * cards), words that look like a token, credentials and query of a URL, and words that are not English, encoded for a path too,
 * since all messages of this code are.
 */
import { isIP } from 'node:net'
import { isRequestId } from '../request-id.ts'

const MOST = 4_000

export function masked(text: string): string {
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
/** An apostrophe is inside a word, a quote around one. */
const QUOTED = /(?<!\w)'[^\n]*'(?!\w)/g
/** As in `reading 'name'` of a TypeError, which quotes an identifier of this code. */
const PROPERTY = /^'[A-Za-z_$]{1,40}'$/
/** Not the line and column of a file: `pages.js:1034:12`. */
const DIGITS =
  /(?<!\p{Nd})(?!(?<=\.(?:[cm]?[jt]sx?|astro|html|sql):(?:\d{1,7}:)?)\d{1,7}(?!\d))\p{Nd}[\p{Nd} \t\u00a0\u200c-\u200f()-]{2,}\p{Nd}/gu
const LONG_WORD = /[\w-]{20,}/g
/** Letters that are not English, as a path has them: `%D8%A8%D8%A7-%D8%A8`. */
const ENCODED = /(?:%[89a-f][\da-f][\w.~-]*)+/gi
const FOREIGN = /[^\p{ASCII}…–]+(?:[ ]+[^\p{ASCII}…–]+)*/gu

function hideInAddress(_: string, scheme: string, host: string, path: string, query = ''): string {
  return `${scheme}://${host}${path}${query && '?…'}`
}

/** Upper and lower case with digits, or mixed as in no identifier. */
function isTokenLike(word: string): boolean {
  if (word.length >= 35) return true
  if (!/[a-z]/.test(word) || !/[A-Z]/.test(word)) return false
  return /\d/.test(word) || !/^_*(?:[A-Z]?[a-z]{2,}[_-]?)+$/.test(word)
}

/** The values of fields with these names are removed; case and underscores do not matter. */
const SECRET_FIELDS = new Set(
  `accesstoken address authority authorization body card cardmask cookie data detail email firstname fullname headers input ip
  lastname limitedtoken mobile msisdn name nationalcode otp params parameters password phone pin polltoken profileaccesstoken
  profiletoken query request row subject text title token tracker trackerid trackid url username value values voucher vouchercode
  where`.split(/\s+/),
)
const DEPTH = 5
const ID = /^(?!.*\d{7})(?=.*[A-Za-z])\w{1,16}$/
const SHOWN = [ID, /^\d{4}\*{3}\d{4}$/, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/]
/** Counts and amounts are below it; mobile and card numbers are above. */
const NUMBER_MAX = 1e9

/** The fields of a log line without secrets and personal data. `ofError` serialises errors. */
export function loggable(fields: unknown, ofError: (error: Error) => unknown, depth = 0): unknown {
  if (fields instanceof Error) return ofError(fields)
  if (typeof fields === 'string') return shown(fields)
  if (typeof fields === 'number') return Math.abs(fields) < NUMBER_MAX ? fields : '…'
  if (fields instanceof Date) return fields.toJSON()
  if (typeof fields !== 'object' || fields === null) return fields
  if (depth >= DEPTH) return '…'
  if (Array.isArray(fields))
    return fields.slice(0, 50).map(each => loggable(each, ofError, depth + 1))
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, fieldOf(name, value, ofError, depth + 1)]),
  )
}

function fieldOf(name: string, value: unknown, ofError: (error: Error) => unknown, depth: number) {
  if (name === 'requestId' && typeof value === 'string')
    return isRequestId(value) ? value : masked(value)
  const isSecret = SECRET_FIELDS.has(name.toLowerCase().replace(/[_-]/g, ''))
  if (isSecret && value !== null && value !== undefined) return '…'
  return loggable(value, ofError, depth)
}

function shown(text: string): string {
  return isAddress(text) || SHOWN.some(form => form.test(text)) ? text : masked(text)
}

/** Of IP. A zone may be any text. */
function isAddress(text: string): boolean {
  return isIP(text) > 0 && !text.includes('%')
}
