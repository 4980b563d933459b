import { isNotNull, isNull } from 'drizzle-orm'
import type { Retention } from '../db/retention.ts'
import {
  limitedTokens,
  otpChallenges,
  profileTokens,
  remoteAccess,
  sessions,
} from '../db/schema/session.ts'
import { users } from '../db/schema/users.ts'

export const sessionRetention: Retention[] = [
  {
    table: users,
    stored: 'until the person is erased',
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
        which: 'ran out',
      },
    ],
    why: 'the signed-in devices; then answers who used an account that was stolen. Address and device are personal data',
  },
  {
    table: profileTokens,
    with: sessions,
    why: 'the selected profile of a device',
  },
  {
    table: otpChallenges,
    expiries: [{ from: otpChallenges.expiresAt, after: { days: 1 } }],
    why: 'tells a code that ran out from a wrong one; holds a mobile number',
  },
  {
    table: limitedTokens,
    expiries: [{ from: limitedTokens.expiresAt, after: { days: 1 } }],
    why: 'good for minutes; holds address and device',
  },
  {
    table: remoteAccess,
    expiries: [{ from: remoteAccess.expiresAt, after: { days: 1 } }],
    why: 'the code of a television is good for minutes; holds address and device',
  },
]
