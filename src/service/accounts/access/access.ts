/** Decides what a caller may do with titles. Flags of cards, playback and ticket sales all use it. */
import type { Language } from '#src/contract/fields.ts'
import {
  NO_USER_ENTITLEMENTS,
  readEntitlements,
  type UserEntitlements,
} from '../../commerce/entitlements/entitlements.ts'
import { findNetwork, networksFile } from '../../platform/adapters/networks/networks.ts'
import type { Deps, Viewer } from '../../platform/deps.ts'
import { maxAgeOfViewer } from '../../platform/http/age-band.ts'
import { type AccessTitle, findAccessTitles, type ReadAccess } from './access.queries.ts'
import { type AccessSubject, type Decision, decideAccess, type Region } from './decision.ts'
import { accessError } from './responses.ts'
import { findAbsenceError } from './visible-content.ts'

/** The caller and its IP address. */
export type AccessContext = { viewer: Viewer | null; address: string }

export type TitleAccess = Decision & {
  /** Id of the title whose ticket gives access; null without such a ticket. */
  ticketOf: string | null
  /** True with a subscription or a ticket, so that no advert is played. */
  isPaidFor: boolean
}

/**
 * Returns the access by title id; ids that are not in the catalogue have no entry.
 * @param known the viewer's entitlements, if the call has read them already
 */
export async function findAccess(
  deps: Deps,
  ids: readonly string[],
  context: AccessContext,
  known: UserEntitlements | null = null,
): Promise<Map<string, TitleAccess>> {
  const { viewer } = context
  const isNeeded = viewer !== null && ids.length > 0
  const [titles, owned] = await Promise.all([
    findAccessTitles(deps, ids),
    isNeeded ? (known ?? readEntitlements(deps, viewer.userId)) : NO_USER_ENTITLEMENTS,
  ])
  const subject = subjectOfCaller(deps, titles, context)
  return new Map(titles.map(title => [title.id, accessOf(title, owned, subject)]))
}

/**
 * Returns the caller's access to one title if it allows `action`.
 * @throws ApiError not_found, gone, or the error of the reason
 */
export async function requireAccess(
  deps: Deps,
  id: string,
  action: keyof Decision,
  context: AccessContext & { language: Language },
): Promise<TitleAccess> {
  const access = (await findAccess(deps, [id], context)).get(id)
  if (!access) throw await findAbsenceError(deps, id)
  return requireAllowed(access, action, context.language)
}

/** Does the same for a title that the call has read together with the caller's session. */
export async function requireReadAccess(
  deps: Deps,
  id: string,
  { title, owned }: ReadAccess,
  action: keyof Decision,
  context: AccessContext & { language: Language },
): Promise<TitleAccess> {
  if (!title) throw await findAbsenceError(deps, id)
  return requireAllowed(accessOfRead(deps, { title, owned }, context), action, context.language)
}

/** Returns the caller's access to a title of the catalogue that the call has read, with the caller's entitlements. */
export function accessOfRead(
  deps: Deps,
  { title, owned }: { title: AccessTitle; owned: UserEntitlements },
  context: AccessContext,
): TitleAccess {
  return accessOf(title, owned, subjectOfCaller(deps, [title], context))
}

function requireAllowed(
  access: TitleAccess,
  action: keyof Decision,
  language: Language,
): TitleAccess {
  const reason = access[action]
  if (reason) throw accessError(reason, language)
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
    ...decideAccess(title, entitlements, subject),
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

/** Returns the region of an IP address from DATA_DIR/networks.csv; `unknown` without the file or an entry. */
function regionOf({ env }: Pick<Deps, 'env'>, address: string): Region {
  const { country } = findNetwork(networksFile(env), address)
  if (country === '') return 'unknown'
  return country === 'IR' ? 'iran' : 'abroad'
}
