import type { Content, ContentCard, Flag } from '#src/contract/content.ts'

/** There is something to play: otherwise the title is still to come. */
export function isPlayable({ flag }: { flag: readonly Flag[] }): boolean {
  return flag.includes('playable') && !flag.includes('coming_soon')
}

/** What a play button of the title plays: the first episode of a series, the first title of a collection, or itself. */
export function firstPlayable(content: Content): ContentCard | undefined {
  const { type, flag, seasons, items } = content
  if (flag.includes('coming_soon')) return undefined
  if (type === 'series' || type === 'season_of_series')
    return seasons.flatMap(({ episodes }) => episodes).find(isPlayable)
  if (type === 'video_content_list') return isPlayable(content) ? content : items.find(isPlayable)
  return isPlayable(content) ? content : undefined
}
