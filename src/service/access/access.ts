/** What a caller may do with titles. Marks, playback, tickets and whatever stands at a title ask here. */
import type { Language } from '#src/contract/fields.ts'
import type { Deps, Viewer } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { bandOfViewer } from './band.ts'
import { type Decision, decide, type Spectator } from './decision.ts'
import { EMPTY_PURSE, type Purse, purseOf, type TitleFacts, titleFacts } from './facts.queries.ts'
import { errorFor } from './outcome.ts'
import { regionOf } from './region.ts'

export type Caller = { viewer: Viewer | null; address: string }

export type Access = Decision & {
  /** The title whose ticket opens this one; null where a ticket is not needed or not held. */
  ticketOf: string | null
  /** By a subscription or a ticket: no advert comes first. */
  isPaidFor: boolean
}

/** For those of the ids that are in the catalogue. */
export async function accessTo(
  deps: Deps,
  ids: readonly string[],
  caller: Caller,
): Promise<Map<string, Access>> {
  const { viewer } = caller
  const [titles, purse] = await Promise.all([
    titleFacts(deps, ids),
    viewer && ids.length > 0 ? purseOf(deps, viewer.userId) : EMPTY_PURSE,
  ])
  const spectator = spectatorOf(deps, titles, caller)
  return new Map(titles.map(title => [title.id, accessOf(title, purse, spectator)]))
}

/**
 * To do `what` with a title.
 * @throws ApiError not_found, or that of the reason
 */
export async function demandAccess(
  deps: Deps,
  id: string,
  what: keyof Decision,
  caller: Caller & { language: Language },
): Promise<Access> {
  const access = (await accessTo(deps, [id], caller)).get(id)
  if (!access) throw new ApiError('not_found')
  const reason = access[what]
  if (reason) throw errorFor(reason, caller.language)
  return access
}

function accessOf(title: TitleFacts, purse: Purse, spectator: Spectator): Access {
  const { subscription, carrier, tickets } = purse
  const held = title.ticketIds.find(id => tickets.includes(id)) ?? null
  const holdings = { subscription, carrier, ticket: held !== null }
  return {
    ...decide(title, holdings, spectator),
    ticketOf: held,
    isPaidFor: subscription || carrier || held !== null,
  }
}

function spectatorOf(deps: Deps, titles: readonly TitleFacts[], caller: Caller): Spectator {
  const { viewer, address } = caller
  const isAsked = titles.some(({ flags }) => flags.includes('iran_access'))
  return {
    as: viewer ? (viewer.profile ? 'profile' : 'user') : 'visitor',
    band: bandOfViewer(viewer),
    region: isAsked ? regionOf(deps, address) : 'unknown',
  }
}
