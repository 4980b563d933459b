import type { Deps } from '../deps.ts'

/** The public origin, for links in messages. */
export function siteUrl({ env, selfOrigin }: Pick<Deps, 'env' | 'selfOrigin'>): string {
  return env.SITE_URL ?? selfOrigin()
}
