/** Prints why a user can or cannot watch a title. */
import type { AccessReason } from '#src/contract/access.ts'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { PLAYBACK } from '#src/contract/limits.ts'
import { fromWire, toWire } from '#src/lib/text/tehran.ts'
import { catalogueStateOf } from '../../../../accounts/access/in-time.ts'
import type { UserRow } from '../../../../accounts/session/users.ts'
import type { findTitleByName } from '../../../../catalogue/titles/title-summary.queries.ts'
import { translatedText } from '../../../../platform/db/localized.ts'
import type { NotificationRow } from '../../../../platform/notifications/delivery.queries.ts'
import type { WatchingView } from '../../../people/watching.ts'
import { formatMoment } from '../../framework/dates.ts'
import type { Part } from '../../framework/result.ts'
import { startColumns } from '../../framework/table.ts'
import { maskedName } from '../../person.ts'
import { line } from '../../terminal.ts'

type Answer = {
  user: UserRow
  title: NonNullable<Awaited<ReturnType<typeof findTitleByName>>>
  /** Null if the title is not in the catalogue now. */
  view: WatchingView | null
  now: Date
}

/** Each sentence says what is missing, and what support can do about it. */
const SENTENCES: Record<AccessReason, string> = {
  age_restricted: 'no: the title is not for the age of this profile',
  coming_soon: 'no: the title is announced only (coming_soon)',
  no_video: 'no: the title has no encoded video; see ./pardeh ingest',
  outside_iran: 'no: the title is for Iran only, and the last address is abroad (a VPN?)',
  sign_in: 'no: the user must sign in',
  profile: 'no: a profile must be chosen first',
  subscription: 'no: the subscription is missing or has ended; see ./pardeh users grant',
  carrier: 'no: the title needs a subscription through the mobile operator',
  ticket: 'no: the title needs a ticket of the online cinema',
  not_sold: 'no: no ticket is sold for it',
  owned: 'yes: the user has a ticket',
}

export function watchingParts({ user, title, view, now }: Answer): Part[] {
  const name = translatedText(title, 'title', DEFAULT_LANGUAGE)
  const head = line`${maskedName(user)} and ${title.externalId} (${name})`
  const blocked = user.blockedAt
    ? [line`The user is BLOCKED since ${formatMoment(user.blockedAt)} and cannot sign in.`]
    : []
  if (!view) return [head, ...blocked, absenceText(title, now)]
  const { entitlements, streams, messages } = view
  return [
    head,
    ...blocked,
    {
      columns: startColumns('profile', 'age', 'can watch'),
      rows: view.profiles.map(({ name, ageType, reason }) => [
        name,
        ageType,
        reason === null ? 'yes' : SENTENCES[reason],
      ]),
    },
    '',
    `Subscription: ${entitlements.subscription ? 'yes' : 'no'}, through a mobile operator: ${entitlements.carrier ? 'yes' : 'no'}, ticket for this title: ${view.hasTicket ? 'yes' : 'no'}`,
    view.address === ''
      ? 'The user never signed in.'
      : line`Last address: ${view.address}, ${view.country || 'in an unknown country'}`,
    `Running streams: ${streams.length} of ${PLAYBACK.leases}${view.hasTooManyStreams ? ', so another device is refused; ./pardeh users end-sessions stops them' : ''}`,
    ...streams.map(
      ({ device, title, started_at }) =>
        line`  ${device || 'unnamed device'}: ${title}, since ${formatMoment(fromWire(started_at))}`,
    ),
    ...(view.refusals.length === 0
      ? ['Refused lately: nothing']
      : [
          '',
          'Refused lately',
          {
            columns: startColumns('last time', 'title', 'profile', 'reason', 'times'),
            rows: view.refusals.map(({ last_at, title, profile, why, times }) => [
              formatMoment(fromWire(last_at)),
              title,
              profile,
              why,
              times,
            ]),
          },
        ]),
    ...(messages.length === 0 ? ['SMS messages: none'] : ['', 'Last SMS messages']),
    ...(messages.length === 0
      ? []
      : [
          {
            columns: startColumns('time', 'kind', 'state'),
            rows: messages.map(each => [each.createdAt, each.kind, messageState(each)]),
          },
        ]),
  ]
}

function absenceText(title: Answer['title'], now: Date): string {
  if (catalogueStateOf(title, now) === 'to_come')
    return `No user can watch it yet: the title is published at ${formatMoment(title.publishedAt)}.`
  return 'No user can watch it: the title was removed, or its series was. See ./pardeh catalogue show.'
}

function messageState({ sentAt, deadAt, failure }: NotificationRow): string {
  if (sentAt) return 'sent'
  if (deadAt) return line`given up: ${failure ?? 'unknown failure'}`
  return failure ? line`waits after a failure: ${failure}` : 'waits'
}

export function watchingData({ user, title, view }: Answer) {
  return {
    user: user.id,
    blocked_at: user.blockedAt && toWire(user.blockedAt),
    title: title.externalId,
    is_in_catalogue: view !== null,
    profiles: (view?.profiles ?? []).map(({ id, name, ageType, reason }) => ({
      id,
      name,
      age_type: ageType,
      can_watch: reason === null,
      reason,
    })),
    has_subscription: view?.entitlements.subscription ?? null,
    has_carrier_subscription: view?.entitlements.carrier ?? null,
    has_ticket: view?.hasTicket ?? null,
    address: view?.address ?? null,
    country: view?.country ?? null,
    streams: view?.streams ?? [],
    refusals: view?.refusals ?? [],
    messages: (view?.messages ?? []).map(each => ({
      kind: each.kind,
      created_at: toWire(each.createdAt),
      state: messageState(each),
    })),
  }
}
