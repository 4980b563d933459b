/** Decides what a caller may do with titles. Card flags, playback and ticket sales all use it. */
import type { Language } from '#src/contract/fields.ts'
import type { Deps, Viewer } from '../deps.ts'
import {
  entitlementsOf,
  NO_USER_ENTITLEMENTS,
  type UserEntitlements,
} from '../entitlements/entitlements.ts'
import { type AccessTitle, accessTitles } from './access.queries.ts'
import { maxAgeOfViewer } from './age-rating.ts'
import { type AccessSubject, type Decision, decide } from './decision.ts'
import { regionOf } from './region.ts'
import { accessError } from './responses.ts'
import { absenceOf } from './visible-content.ts'

/** Who calls, and from which IP address. */
export type AccessContext = { viewer: Viewer | null; address: string }

export type TitleAccess = Decision & {
  /** Id of the title whose ticket gives access; null without such a ticket. */
  ticketOf: string | null
  /** True with a subscription or a ticket: no advert is played. */
  isPaidFor: boolean
}

/** Keyed by title id; ids that are not in the catalogue have no entry. */
export async function accessTo(
  deps: Deps,
  ids: readonly string[],
  context: AccessContext,
): Promise<Map<string, TitleAccess>> {
  const { viewer } = context
  const [titles, owned] = await Promise.all([
    accessTitles(deps, ids),
    viewer && ids.length > 0 ? entitlementsOf(deps, viewer.userId) : NO_USER_ENTITLEMENTS,
  ])
  const subject = subjectOfCaller(deps, titles, context)
  return new Map(titles.map(title => [title.id, accessOf(title, owned, subject)]))
}

/**
 * The caller's access to one title, if it allows `action`.
 * @throws ApiError not_found, gone, or the error of the reason
 */
export async function requireAccess(
  deps: Deps,
  id: string,
  action: keyof Decision,
  context: AccessContext & { language: Language },
): Promise<TitleAccess> {
  const access = (await accessTo(deps, [id], context)).get(id)
  if (!access) throw await absenceOf(deps, id)
  const reason = access[action]
  if (reason) throw accessError(reason, context.language)
  return access
}

function accessOf(
  title: AccessTitle,
  owned: UserEntitlements,
  subject: AccessSubject,
): TitleAccess {
  const { subscription, carrier, tickets } = owned
  const held = title.ticketIds.find(id => tickets.includes(id)) ?? null
  const entitlements = { subscription, carrier, ticket: held !== null }
  return {
    ...decide(title, entitlements, subject),
    ticketOf: held,
    isPaidFor: subscription || carrier || held !== null,
  }
}

function subjectOfCaller(
  deps: Deps,
  titles: readonly AccessTitle[],
  context: AccessContext,
): AccessSubject {
  const { viewer, address } = context
  const needsRegion = titles.some(({ flags }) => flags.includes('iran_access'))
  return {
    kind: viewer ? (viewer.profile ? 'profile' : 'user') : 'visitor',
    maxAge: maxAgeOfViewer(viewer),
    region: needsRegion ? regionOf(deps, address) : 'unknown',
  }
}
