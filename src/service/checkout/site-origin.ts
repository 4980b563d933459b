import type { Deps } from '../deps.ts'

/** Where the payer's browser sees this site: SITE_URL, else what the HTTP layer says, else this process. */
export function siteOriginOf({ env, selfOrigin }: Deps, header: string | undefined): string {
  if (env.SITE_URL) return env.SITE_URL
  const origin = URL.parse(header ?? '')
  return origin && /^https?:$/.test(origin.protocol) ? origin.origin : selfOrigin()
}
