/** Watch progress, as a percentage and in words. */
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { durationInWords } from '../text/duration.ts'

type ContinueItem = Pick<ContentCard, 'progress' | 'title' | 'series' | 'episode'>

/** Returns the watched share, from 0 to 100. */
export function watchedPercent({ progress }: Partial<ContinueItem>): number {
  if (!progress || progress.duration <= 0) return 0
  return Math.min(100, Math.max(0, (100 * progress.current_time) / progress.duration))
}

/** Returns the remaining time, rounded to minutes; null for an unknown duration or a finished title. */
export function timeLeft({ progress }: ContinueItem, language: Language): string | null {
  const seconds = progress ? progress.duration - progress.current_time : 0
  if (seconds <= 0) return null
  return durationInWords(Math.max(60, Math.round(seconds / 60) * 60), language)
}

/** An episode is listed under the title of its series. */
export function continueTitle({ title, series }: ContinueItem): string {
  return series?.title || title
}
