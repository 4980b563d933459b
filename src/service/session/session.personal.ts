import { eq, or } from 'drizzle-orm'
import { erasedMsisdn, ofSessions, type PersonalData } from '../db/personal-data.ts'
import {
  limitedTokens,
  otpChallenges,
  profileTokens,
  remoteAccess,
  sessions,
} from '../db/schema/session.ts'
import { users } from '../db/schema/users.ts'

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

/** The user comes first: once erased, the primary profile can be deleted. */
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

export const sessionPersonalData: PersonalData[] = [
  {
    table: profileTokens,
    of: ofSessions(profileTokens.sessionId),
    isInternal: 'tokens, which sessions show',
    erasure: 'deletes',
  },
  {
    table: otpChallenges,
    of: ({ id, msisdn }) => or(eq(otpChallenges.userId, id), eq(otpChallenges.msisdn, msisdn)),
    hides: [otpChallenges.codeHash, otpChallenges.tracker],
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
]
