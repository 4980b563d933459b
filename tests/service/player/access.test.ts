import { describe, expect, test } from 'vitest'
import { accessTo, type Standing, type Wanted } from '#src/service/player/access.ts'

const now = new Date('2026-03-21T09:30:00Z')
const later = new Date(now.getTime() + 1)
const visitor: Standing = {
  isSignedIn: false,
  hasProfile: false,
  band: null,
  hasSubscription: false,
  ticket: null,
  now,
}
const user = { ...visitor, isSignedIn: true, hasProfile: true }
const subscriber = { ...user, hasSubscription: true }
const film: Wanted = { use: 'play', flags: [], ageLimit: 12 }
const withFlags = (...flags: string[]) => ({ ...film, flags })
const free = withFlags('free_content')
const ticketed = withFlags('content_has_ticket', 'cinema_online')

const TABLE: [string, Wanted, Standing, string][] = [
  ['a subscriber plays a film', film, subscriber, 'granted'],
  ['without a subscription it is to be bought', film, user, 'subscription_required'],
  ['a visitor is asked to sign in', film, visitor, 'unauthorized'],
  [
    'without a chosen profile one is to be chosen',
    film,
    { ...subscriber, hasProfile: false },
    'profile_unauthorized',
  ],
  ['free content plays for everybody', free, visitor, 'granted'],
  ['a trailer plays for everybody', { ...film, use: 'trailer' }, visitor, 'granted'],
  [
    'a preview of a ticketed title plays for everybody',
    { ...ticketed, use: 'preview' },
    visitor,
    'granted',
  ],
  ['what is coming soon does not play yet', withFlags('coming_soon'), subscriber, 'not_found'],
  [
    'the trailer of what is coming soon plays',
    { ...withFlags('coming_soon'), use: 'trailer' },
    visitor,
    'granted',
  ],
  ['a subscription opens no ticketed title', ticketed, subscriber, 'subscription_required'],
  [
    'a ticket opens it, before its hours begin',
    ticketed,
    { ...user, ticket: { expiresAt: null } },
    'granted',
  ],
  ['and until they end', ticketed, { ...user, ticket: { expiresAt: later } }, 'granted'],
  [
    'not a millisecond longer',
    ticketed,
    { ...user, ticket: { expiresAt: now } },
    'subscription_required',
  ],
  ['a profile under 12 plays what is for 12', film, { ...subscriber, band: 12 }, 'granted'],
  ['a profile under 7 does not', film, { ...subscriber, band: 7 }, 'content_is_age_restricted'],
  [
    'nor its trailer',
    { ...film, use: 'trailer' },
    { ...subscriber, band: 7 },
    'content_is_age_restricted',
  ],
  [
    'nor is free content an exception',
    free,
    { ...subscriber, band: 7 },
    'content_is_age_restricted',
  ],
  [
    'what nobody rated is not for a child',
    { ...film, ageLimit: null },
    { ...subscriber, band: 15 },
    'content_is_age_restricted',
  ],
  ['and is for an adult', { ...film, ageLimit: null }, subscriber, 'granted'],
]

describe('access to a title', () => {
  test.each(TABLE)('%s', (_, wanted, standing, expected) => {
    const access = accessTo(wanted, standing)
    expect(access.kind === 'refused' ? access.result : access.kind).toBe(expected)
  })
})
