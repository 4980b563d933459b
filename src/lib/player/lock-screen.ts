/** What the screen of a title that does not open for this viewer offers: the price, and titles that do open. */
import type { Package } from '#src/contract/checkout.ts'
import type { ContentCard } from '#src/contract/content.ts'
import { groupPackages } from '#src/contract/endpoints/checkout.ts'
import { getConditionalProps, getContent, listContents } from '#src/contract/endpoints/content.ts'
import type { Api } from '../api/client.ts'
import { isPlayable } from '../catalogue/playable.ts'
import { packagesInOrder } from '../checkout/packages.ts'

/** The package with the lowest total; null without any, and for a child. */
export async function lowestPrice(api: Api): Promise<Package | null> {
  const { groups } = await api(groupPackages, { body: {} }).catch(() => ({ groups: [] }))
  const [lowest] = packagesInOrder(groups).toSorted((a, b) => a.total - b.total)
  return lowest ?? null
}

const OPEN_MAX = 6

/** Titles that this viewer may play now: like the locked one first, then free ones. */
export async function openTitles(api: Api, shortId: string): Promise<ContentCard[]> {
  const [{ similar }, { items: free }] = await Promise.all([
    api(getContent, { params: { short_id: shortId } }),
    api(listContents, { query: { flags: 'free_content', count: 24 } }),
  ])
  const cards = [...new Map([...similar, ...free].map(card => [card.id, card])).values()].filter(
    card => isPlayable(card) && card.short_id !== shortId,
  )
  if (cards.length === 0) return []
  const ids = cards.map(({ id }) => id)
  const { items } = await api(getConditionalProps, { body: { ids } })
  return cards.filter(({ id }) => items[id]?.access_reason === null).slice(0, OPEN_MAX)
}
