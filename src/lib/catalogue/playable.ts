import type { Content, ContentCard, Flag } from '#src/contract/content.ts'

/** True if the title can be played; otherwise it has not been released yet. */
export function isPlayable({ flag }: { flag: readonly Flag[] }): boolean {
  return flag.includes('playable') && !flag.includes('coming_soon')
}

/**
 * Returns what the play button of a title plays: the first episode of a series, the first title of a collection, or the
 * title itself.
 */
export function firstPlayable(content: Content): ContentCard | undefined {
  const { type, flag, seasons, items } = content
  if (flag.includes('coming_soon')) return undefined
  if (type === 'series' || type === 'season_of_series')
    return seasons.flatMap(({ episodes }) => episodes).find(isPlayable)
  if (type === 'video_content_list') return isPlayable(content) ? content : items.find(isPlayable)
  return isPlayable(content) ? content : undefined
}
