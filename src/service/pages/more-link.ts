import { PAGE_SIZE } from '#src/contract/limits.ts'
import type { WidgetConfig } from './widget-config.ts'

/** The call that shows all of a carousel; pages rewrite it to an address of theirs (spec §2). None for what was chosen by hand, and for the top titles, which are all there. */
export function moreLinkOf(config: WidgetConfig): string | null {
  if (config.external_ids || config.top) return null
  const query = [`offset=0&count=${PAGE_SIZE}`]
  for (const name of ['types', 'categories', 'flags'] as const) {
    const words = config[name]
    if (words && words.length > 0) query.push(`${name}=${words.map(encodeURIComponent).join(',')}`)
  }
  if (config.order) query.push(`order=${config.order}`)
  return `/video-contents?${query.join('&')}`
}
