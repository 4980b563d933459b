// The kinds of values that settings have.
import { z } from 'zod'

/** A whole number; `otherwise` when it is not set. */
export function whole(min: number, max: number, otherwise: number) {
  const message = `is to be a whole number from ${min} to ${max}; leave it out for ${otherwise}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine(value => value >= min && value <= max, message)
    .default(otherwise)
}

/** A URL of one of the protocols, such as `https:`. */
export function url(...protocols: string[]) {
  const message = `is to be a URL that begins with ${protocols.map(p => `${p}//`).join(' or ')}`
  return z.string().refine(text => protocols.includes(URL.parse(text)?.protocol ?? ''), message)
}

/** An http(s) URL without its last slash. */
export function baseUrl() {
  return url('http:', 'https:')
    .transform(text => text.replace(/\/+$/, ''))
    .optional()
}

/** One http(s) URL or several, separated by spaces or commas, without their last slashes. */
export function baseUrls() {
  const message =
    'is to be one URL or more that begin with http:// or https://, separated by commas'
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
export function names() {
  return z
    .string()
    .transform(text => text.split(/[\s,]+/).filter(Boolean))
    .default([])
}

export const text = z.string().optional()
