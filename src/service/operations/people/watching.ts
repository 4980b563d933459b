/** Explains to support why a user can or cannot watch a title: the decision for each profile, running streams, and SMS messages. */
import type { AccessReason } from '#src/contract/access.ts'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { PLAYBACK } from '#src/contract/limits.ts'
import type { Lease } from '#src/contract/player.ts'
import type { AgeType } from '#src/contract/profiles.ts'
import { findAccess } from '../../accounts/access/access.ts'
import { listProfilesOf } from '../../accounts/profiles/profiles.queries.ts'
import { listNewestSessions } from '../../accounts/session/sessions.ts'
import type { UserRow } from '../../accounts/session/users.ts'
import {
  readEntitlements,
  type UserEntitlements,
} from '../../commerce/entitlements/entitlements.ts'
import { findNetwork, networksFile } from '../../platform/adapters/networks/networks.ts'
import type { Deps, Viewer } from '../../platform/deps.ts'
import {
  listNotificationsOf,
  type NotificationRow,
} from '../../platform/notifications/delivery.queries.ts'
import { listPlaybackLeases } from '../../watching/player/leases.ts'
import { listRefusals } from '../../watching/player/refusals.ts'
import { type RefusalView, refusalView } from './person.ts'

/** Number of messages and of refusals in the answer, newest first. */
const MOST = 5

type ProfileAccess = {
  id: string
  name: string
  ageType: AgeType
  /** Null if the profile may play the title now. */
  reason: AccessReason | null
}

export type WatchingView = {
  profiles: ProfileAccess[]
  entitlements: UserEntitlements
  /** True if a ticket of the user is valid for the title. */
  hasTicket: boolean
  /** Address of the last sign-in, which decides about titles for Iran only; empty if the user never signed in. */
  address: string
  /** Country of that address, such as IR; empty if it is unknown. */
  country: string
  streams: Lease[]
  hasTooManyStreams: boolean
  messages: NotificationRow[]
  /** The last refused playbacks of this title and its episodes, newest first. */
  refusals: RefusalView[]
}

/** @returns null if the title is not in the catalogue: removed, not published yet, or unknown */
export async function readWatchingView(
  deps: Deps,
  user: UserRow,
  contentId: string,
): Promise<WatchingView | null> {
  const [signIn] = await listNewestSessions(deps.db, user.id, 1)
  const address = signIn?.ip ?? ''
  const profiles: ProfileAccess[] = []
  let hasTicket = false
  const rows = await listProfilesOf(deps.db, user.id)
  for (const profile of rows) {
    const { id, name, isPrimary, ageType } = profile
    const viewer: Viewer = { ...viewerOf(user), profile: { id, isPrimary, ageType }, ageType }
    const access = (await findAccess(deps, [contentId], { viewer, address })).get(contentId)
    if (!access) return null
    hasTicket ||= access.ticketOf !== null
    profiles.push({ id, name, ageType, reason: access.see ?? access.play })
  }
  const streams = await listPlaybackLeases(deps, viewerOf(user), DEFAULT_LANGUAGE)
  return {
    profiles,
    entitlements: await readEntitlements(deps, user.id),
    hasTicket,
    address,
    country: address === '' ? '' : findNetwork(networksFile(deps.env), address).country,
    streams,
    hasTooManyStreams: streams.length >= PLAYBACK.leases,
    refusals: (await listRefusals(deps.db, { userId: user.id, contentId, count: MOST })).map(row =>
      refusalView(row, rows),
    ),
    messages: await listNotificationsOf(deps.db, user.id, MOST),
  }
}

/** The user without a session: an operator asks, so no stream counts as the current one. */
function viewerOf({ id }: UserRow): Viewer {
  return {
    userId: id,
    sessionId: '',
    isSso: false,
    codeVerifiedAt: null,
    passwordVerifiedAt: null,
    profile: null,
    ageType: null,
  }
}
