/** The retention of the tables of this room, and their data about a person. */

import { eq, isNotNull, isNull, or } from 'drizzle-orm'
import { erasedMsisdn, ofSessions, type PersonalData } from '../platform/db/personal-data.ts'
import type { Retention } from '../platform/db/retention.ts'
import { profiles } from '../platform/db/schema/profiles.ts'
import {
  limitedTokens,
  otpChallenges,
  partnerLinks,
  profileTokens,
  remoteAccess,
  sessions,
} from '../platform/db/schema/session.ts'
import { users } from '../platform/db/schema/users.ts'

const NOBODY = {
  name: '',
  family: '',
  email: null,
  gender: 'unspecified',
  birthdayYear: null,
  birthdayMonth: null,
  birthdayDay: null,
  avatar: null,
  passwordHash: null,
  isSso: false,
  partner: null,
  termsAcceptedAt: null,
  wantsReminders: false,
  blockedReason: null,
}

export const accountsRetention: Retention[] = [
  {
    table: profiles,
    stored: 'until its owner deletes the profile, or the user is erased',
    why: 'the viewers of an account',
  },
  {
    table: users,
    stored: 'until the user is erased',
    why: 'the account itself',
  },
  {
    table: sessions,
    expiries: [
      {
        from: sessions.createdAt,
        after: { days: 90 },
        where: isNotNull(sessions.ip),
        clears: [sessions.ip],
      },
      {
        from: sessions.revokedAt,
        after: { days: 90 },
        where: isNotNull(sessions.revokedAt),
        which: 'was signed out or replaced',
      },
      {
        from: sessions.expiresAt,
        after: { days: 90 },
        where: isNull(sessions.revokedAt),
        which: 'expired',
      },
    ],
    why: 'the signed-in devices; afterwards, evidence if an account was stolen. Address and device are personal data',
  },
  {
    table: profileTokens,
    with: sessions,
    why: 'the selected profile of a device',
  },
  {
    table: otpChallenges,
    expiries: [{ from: otpChallenges.expiresAt, after: { days: 1 } }],
    why: 'distinguishes an expired code from a wrong one; contains a mobile number',
  },
  {
    table: partnerLinks,
    with: users,
    why: 'the account that a partner’s subscriber signs in to',
  },
  {
    table: limitedTokens,
    expiries: [{ from: limitedTokens.expiresAt, after: { days: 1 } }],
    why: 'valid for minutes; contains address and device',
  },
  {
    table: remoteAccess,
    expiries: [{ from: remoteAccess.expiresAt, after: { days: 1 } }],
    why: 'the code of a television is valid for minutes; contains address and device',
  },
]

/** Erases the user first: the primary profile can be deleted only after that. */
export const userPersonalData: PersonalData[] = [
  {
    table: users,
    of: ({ id }) => eq(users.id, id),
    hides: [users.passwordHash, users.blockedReason],
    erasure: 'keeps',
    why: 'payments belong to a user; the number is replaced',
    sets: person => ({ ...NOBODY, msisdn: erasedMsisdn(person) }),
  },
]

/** Profiles come last, because rows that belong to profiles are found through them. */
export const accountsPersonalData: PersonalData[] = [
  {
    table: profileTokens,
    of: ofSessions(profileTokens.sessionId),
    isInternal: 'tokens; the export shows the sessions instead',
    erasure: 'deletes',
  },
  {
    table: otpChallenges,
    of: ({ id, msisdn }) => or(eq(otpChallenges.userId, id), eq(otpChallenges.msisdn, msisdn)),
    hides: [otpChallenges.codeHash, otpChallenges.tracker],
    erasure: 'deletes',
  },
  {
    table: partnerLinks,
    of: ({ id }) => eq(partnerLinks.userId, id),
    erasure: 'deletes',
  },
  {
    table: limitedTokens,
    of: ({ id }) => eq(limitedTokens.userId, id),
    hides: [limitedTokens.tokenHash],
    erasure: 'deletes',
  },
  {
    table: remoteAccess,
    of: ({ id }) => eq(remoteAccess.userId, id),
    hides: [remoteAccess.pollTokenHash, remoteAccess.code],
    erasure: 'deletes',
  },
  {
    table: sessions,
    of: ({ id }) => eq(sessions.userId, id),
    hides: [sessions.tokenHash],
    erasure: 'deletes',
  },
  {
    table: profiles,
    of: ({ id }) => eq(profiles.userId, id),
    hides: [profiles.pinHash, profiles.pinKeyId],
    erasure: 'deletes',
  },
]
