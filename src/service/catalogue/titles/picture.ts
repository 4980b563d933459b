import type { Picture } from '#src/contract/fields.ts'
import type { Env } from '../../platform/env.ts'

/** Returns the base URL of pictures: the site itself, or a CDN. */
export function picturesBase({ MEDIA_BASE_URL: base = '' }: Pick<Env, 'MEDIA_BASE_URL'>): string {
  return `${base}/media/pictures`
}

/** Converts a stored path to a URL without width and format. */
export function toPicture(
  path: string | null,
  colour: string | null,
  base: string,
): Picture | null {
  return path ? { path: `${base}/${path}`, ...(colour ? { color: colour } : {}) } : null
}
