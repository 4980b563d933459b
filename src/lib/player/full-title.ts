import type { PlayerPage } from './player-page.ts'

/** Returns the title for the tab and the heading: a series with its episode. */
export function fullTitle({ title, subtitle }: Pick<PlayerPage, 'title' | 'subtitle'>): string {
  return subtitle ? `${title} · ${subtitle}` : title
}
