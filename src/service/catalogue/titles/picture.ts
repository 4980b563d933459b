import type { Lettering, Picture } from '#src/contract/fields.ts'
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

/** Converts a stored path, which ends with the size, to a URL without width and format. */
export function toLettering(path: string | null, base: string): Lettering | undefined {
  const [, width, height] = /-(\d+)x(\d+)$/.exec(path ?? '') ?? []
  if (!path || !width || !height) return undefined
  return { path: `${base}/${path}`, width: Number(width), height: Number(height) }
}
