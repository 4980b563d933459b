import type { Picture } from '#src/contract/fields.ts'
import type { Env } from '../env.ts'

/** Where pictures are served from: the site itself, or a CDN in front of it. */
export function picturesBase({ MEDIA_BASE_URL: base = '' }: Pick<Env, 'MEDIA_BASE_URL'>): string {
  return `${base}/media/pictures`
}

/** A stored path becomes an address that still lacks width and format. */
export function toPicture(
  path: string | null,
  colour: string | null,
  base: string,
): Picture | null {
  return path ? { path: `${base}/${path}`, ...(colour ? { color: colour } : {}) } : null
}
