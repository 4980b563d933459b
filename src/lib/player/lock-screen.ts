/** Data of the screen for a title that this viewer cannot play: the price, and titles that the viewer can play. */
import type { Package } from '#src/contract/checkout.ts'
import type { ContentCard } from '#src/contract/content.ts'
import { groupPackages } from '#src/contract/endpoints/checkout.ts'
import { listCinemaTickets } from '#src/contract/endpoints/cinema.ts'
import { getConditionalProps, getContent, listContents } from '#src/contract/endpoints/content.ts'
import type { Api } from '../api/client.ts'
import { isPlayable } from '../catalogue/playable.ts'
import { canBuy, packagesInOrder } from '../checkout/packages.ts'
import { fromWire } from '../text/tehran.ts'

/** Returns the package with the lowest total that this viewer can buy; null if there is none, and for a child. */
export async function cheapestPackage(api: Api): Promise<Package | null> {
  const { groups } = await api(groupPackages, { body: {} }).catch(() => ({ groups: [] }))
  const [lowest] = packagesInOrder(groups)
    .filter(canBuy)
    .toSorted((a, b) => a.total - b.total)
  return lowest ?? null
}

/** Returns when the viewer's last ticket for a title ended; null without one. */
export async function lastTicketEnd(api: Api, shortId: string): Promise<Date | null> {
  const { items } = await api(listCinemaTickets, { query: {} })
  const ends = items.flatMap(({ content, status, expires_at: at }) =>
    content.short_id === shortId && status === 'ended' && at ? [fromWire(at)] : [],
  )
  return ends.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null
}

const OPEN_MAX = 6

/** Returns titles that this viewer may play now: first those similar to the locked title, then free ones. */
export async function findPlayableTitles(api: Api, shortId: string): Promise<ContentCard[]> {
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
