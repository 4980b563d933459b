/** The access rules: who may see, play and buy a title, and the reason if not. Pure; docs/access.md is generated from them. */
import type { AccessReason } from '#src/contract/access.ts'
import { isAgeAllowed } from './age-rating.ts'
import type { InheritedFlag } from './inherited.ts'

export type Title = {
  /** Own and inherited flags. */
  flags: readonly string[]
  /** The strictest age rating of the title and its parents; null if none is rated. */
  ageLimit: number | null
  hasVideo: boolean
  /** A ticket is sold for this title itself, not only for its series. */
  sellsTicket: boolean
}

/** Entitlements of the user for this title. */
export type Entitlements = {
  subscription: boolean
  /** A subscription through a mobile operator. */
  carrier: boolean
  /** A valid ticket for this title. */
  ticket: boolean
}

export type Region = 'iran' | 'abroad' | 'unknown'

export type AccessSubject = {
  /** `user`: signed in without a chosen profile. */
  kind: 'visitor' | 'user' | 'profile'
  /** The highest age rating that the profile may see; null for adults and visitors. */
  maxAge: number | null
  region: Region
}

/** The reason for each refused action; null if the action is allowed. */
export type Decision = {
  /** Lists, content page, trailers, comments, votes and bookmarks. */
  see: AccessReason | null
  play: AccessReason | null
  /** Buying a ticket. Subscriptions are sold to all users. */
  buy: AccessReason | null
}

export const NO_ENTITLEMENTS: Entitlements = { subscription: false, carrier: false, ticket: false }

/** The inputs of a decision. */
export type Case = { title: Title; entitlements: Entitlements; subject: AccessSubject }

export type Rule = {
  /** The condition as docs/access.md states it. */
  when: string
  applies: (input: Case) => boolean
  /** Null means allowed; no further rule is checked. */
  reason: AccessReason | null
  /** True if no payment changes the result. Such rules come first, so that no user pays in vain. */
  isFinal?: true
}

const AGE: Rule = {
  when: 'the age rating is above the profile’s limit, or the title is unrated and the profile has a limit',
  applies: ({ title, subject }) => !isAgeAllowed(title.ageLimit, subject.maxAge),
  reason: 'age_restricted',
  isFinal: true,
}
const COMING_SOON: Rule = {
  when: '`coming_soon`',
  applies: ({ title }) => has(title, 'coming_soon'),
  reason: 'coming_soon',
  isFinal: true,
}
const NO_VIDEO: Rule = {
  when: 'no playable file',
  applies: ({ title }) => !title.hasVideo,
  reason: 'no_video',
  isFinal: true,
}
const ABROAD: Rule = {
  when: '`iran_access`, and the address is known to be abroad',
  applies: ({ title, subject }) => has(title, 'iran_access') && subject.region === 'abroad',
  reason: 'outside_iran',
  isFinal: true,
}
const SIGNED_OUT: Rule = {
  when: 'not signed in',
  applies: ({ subject }) => subject.kind === 'visitor',
  reason: 'sign_in',
}

/** The rules of each action. The first one that applies decides; if none does, the action is allowed. */
export const RULES: Readonly<Record<keyof Decision, readonly Rule[]>> = {
  see: [AGE],
  play: [
    AGE,
    COMING_SOON,
    NO_VIDEO,
    ABROAD,
    {
      when: '`free_content` without `content_has_ticket`',
      applies: ({ title }) => has(title, 'free_content') && !has(title, 'content_has_ticket'),
      reason: null,
    },
    SIGNED_OUT,
    {
      when: 'no profile chosen',
      applies: ({ subject }) => subject.kind === 'user',
      reason: 'profile',
    },
    {
      when: '`content_has_ticket`, and the user has a ticket',
      applies: ({ title, entitlements }) => has(title, 'content_has_ticket') && entitlements.ticket,
      reason: null,
    },
    // Neither a subscription nor a carrier subscription replaces a ticket.
    {
      when: '`content_has_ticket`',
      applies: ({ title }) => has(title, 'content_has_ticket'),
      reason: 'ticket',
    },
    {
      when: '`carrier_specific`, and no carrier subscription',
      applies: ({ title, entitlements }) => has(title, 'carrier_specific') && !entitlements.carrier,
      reason: 'carrier',
    },
    {
      when: 'neither a subscription nor a carrier subscription',
      applies: ({ entitlements }) => !entitlements.subscription && !entitlements.carrier,
      reason: 'subscription',
    },
  ],
  buy: [
    AGE,
    {
      when: 'no ticket is sold for it',
      applies: ({ title }) => !title.sellsTicket,
      reason: 'not_sold',
      isFinal: true,
    },
    COMING_SOON,
    NO_VIDEO,
    ABROAD,
    SIGNED_OUT,
    {
      when: 'the user has a ticket',
      applies: ({ entitlements }) => entitlements.ticket,
      reason: 'owned',
    },
  ],
}

export function decideAccess(
  title: Title,
  entitlements: Entitlements,
  subject: AccessSubject,
): Decision {
  const input = { title, entitlements, subject }
  return {
    see: accessReasonOf('see', input),
    play: accessReasonOf('play', input),
    buy: accessReasonOf('buy', input),
  }
}

/** Returns the reason why an action is refused, or null. */
export function accessReasonOf(action: keyof Decision, input: Case): AccessReason | null {
  return RULES[action].find(({ applies }) => applies(input))?.reason ?? null
}

/** Rules may only use inherited flags: others would not apply to the episodes of a series. */
function has({ flags }: Title, flag: InheritedFlag): boolean {
  return flags.includes(flag)
}
