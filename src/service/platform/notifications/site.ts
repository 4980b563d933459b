import type { Deps } from '../deps.ts'

/** Returns the public origin, for links in messages. */
export function siteUrl({ env, selfOrigin }: Pick<Deps, 'env' | 'selfOrigin'>): string {
  return env.SITE_URL ?? selfOrigin()
}

/** Returns the address of a title. Any slug works, and a short one keeps the message within one SMS. */
export function titleUrl(deps: Pick<Deps, 'env' | 'selfOrigin'>, shortId: string): string {
  return `${siteUrl(deps)}/contents/${shortId}/-`
}
