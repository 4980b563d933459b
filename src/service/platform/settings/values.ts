// Types of values that settings have.
import { z } from 'zod'

/** A whole number; the default is `otherwise`. */
export function wholeNumberSetting(min: number, max: number, otherwise: number) {
  const message = `must be a whole number from ${min} to ${max}; leave it out for ${otherwise}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine(value => value >= min && value <= max, message)
    .default(otherwise)
}

/** A URL of one of the protocols, such as `https:`. */
export function urlSetting(...protocols: string[]) {
  const message = `must be a URL that begins with ${protocols.map(p => `${p}//`).join(' or ')}`
  return z.string().refine(text => protocols.includes(URL.parse(text)?.protocol ?? ''), message)
}

/** An http(s) URL; a trailing slash is removed. */
export function baseUrlSetting() {
  return urlSetting('http:', 'https:')
    .transform(text => text.replace(/\/+$/, ''))
    .optional()
}

/** One or several http(s) URLs, separated by spaces or commas; trailing slashes are removed. */
export function baseUrlListSetting() {
  const message =
    'must be one or more URLs that begin with http:// or https://, separated by commas'
  return z
    .string()
    .transform(list => list.split(/[\s,]+/).filter(Boolean))
    .refine(list => list.length > 0 && list.every(isWebAddress), message)
    .transform(list => [...new Set(list.map(text => text.replace(/\/+$/, '')))])
    .optional()
}

function isWebAddress(text: string): boolean {
  return ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '')
}

/** A list, separated by spaces or commas. */
export function listSetting() {
  return z
    .string()
    .transform(text => text.split(/[\s,]+/).filter(Boolean))
    .default([])
}

export const textSetting = z.string().optional()
