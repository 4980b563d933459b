import { PAGE_SIZE } from '#src/contract/limits.ts'
import type { WidgetConfig } from './widget-config.ts'

/**
 * Returns the API call that lists all titles of a carousel; pages rewrite it to their own address (spec §2). Returns null for titles chosen
 * by hand and for the top titles, which are shown completely.
 */
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
