import type { Deps } from '../deps.ts'

/** The public origin, for links in messages. */
export function siteUrl({ env, selfOrigin }: Pick<Deps, 'env' | 'selfOrigin'>): string {
  return env.SITE_URL ?? selfOrigin()
}

/** Of the page of a title. Any slug leads to it, and a short one makes one SMS of a message. */
export function titleUrl(deps: Pick<Deps, 'env' | 'selfOrigin'>, shortId: string): string {
  return `${siteUrl(deps)}/contents/${shortId}/-`
}
