import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playbackLeases } from '#src/service/platform/db/schema/player.ts'
import { otpChallenges } from '#src/service/platform/db/schema/session.ts'
import { users } from '#src/service/platform/db/schema/users.ts'
import { newId } from '#src/service/platform/ids.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import {
  aContent,
  aProfile,
  aSession,
  aUser,
  inDays,
  now,
  violatedConstraint,
} from '#tests/support/rows.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

describe('users', () => {
  it.each(['9120000000', '+989120000000', '0912000000', '۰۹۱۲۰۰۰۰۰۰۰'])(
    'have their number in one form only, not %s',
    async msisdn => {
      const work = database.db.insert(users).values({ id: newId(), msisdn })
      expect(await violatedConstraint(work)).toBe('users_msisdn_canonical')
    },
  )

  it('are unique by number', async () => {
    const msisdn = '09350000000'
    await database.db.insert(users).values({ id: newId(), msisdn })
    const again = database.db.insert(users).values({ id: newId(), msisdn })
    expect(await violatedConstraint(again)).toBe('users_msisdn_unique')
  })

  it('get no sixth attempt at a code', async () => {
    const tracker = newId()
    await database.db.insert(otpChallenges).values({
      tracker,
      msisdn: '09120000000',
      purpose: 'login',
      codeHash: '',
      tries: 5,
      expiresAt: inDays(36_500),
    })
    const sixth = database.pool.query(
      'update otp_challenges set tries = tries + 1 where tracker = $1',
      [tracker],
    )
    expect(await violatedConstraint(sixth)).toBe('otp_challenges_tries')
  })
})

describe('devices', () => {
  it('never sign in as a fourth, however many try at once', async () => {
    const userId = await aUser(database.db)
    const tries = [1, 1, 2, 2, 3, 3, 4].map(slot =>
      violatedConstraint(aSession(database.db, userId, slot)),
    )
    const errors = (await Promise.all(tries)).filter(error => error !== null)
    expect(errors.sort()).toEqual([
      'sessions_one_a_slot',
      'sessions_one_a_slot',
      'sessions_one_a_slot',
      'sessions_slot',
    ])
  })

  it('make room once they are signed out', async () => {
    const userId = await aUser(database.db)
    await aSession(database.db, userId, 1, now)
    expect(await violatedConstraint(aSession(database.db, userId, 1))).toBeNull()
  })

  it('never play as a fourth', async () => {
    const userId = await aUser(database.db)
    const sessionId = await aSession(database.db, userId, 1)
    const profileId = await aProfile(database.db, userId, 1, true)
    const contentId = await aContent(database.db)
    const play = (slot: number) =>
      database.db.insert(playbackLeases).values({
        id: newId(),
        userId,
        sessionId,
        profileId,
        contentId,
        slot,
        expiresAt: inDays(1),
      })
    for (const slot of [1, 2, 3]) await play(slot)
    expect(await violatedConstraint(play(3))).toBe('playback_leases_one_a_slot')
    expect(await violatedConstraint(play(4))).toBe('playback_leases_slot')
  })
})

describe('profiles', () => {
  it('are at most three, and one of them is primary', async () => {
    const userId = await aUser(database.db)
    await aProfile(database.db, userId, 1, true)
    expect(await violatedConstraint(aProfile(database.db, userId, 2, true))).toBe(
      'profiles_one_primary',
    )
    await aProfile(database.db, userId, 2)
    await aProfile(database.db, userId, 3)
    expect(await violatedConstraint(aProfile(database.db, userId, 3))).toBe('profiles_one_a_slot')
    expect(await violatedConstraint(aProfile(database.db, userId, 4))).toBe('profiles_slot')
  })

  it('include a primary one, which is deleted only with the user', async () => {
    const userId = await aUser(database.db)
    const id = await aProfile(database.db, userId, 1, true)
    const { pool } = database
    const remove = pool.query('delete from profiles where id = $1', [id])
    expect(await violatedConstraint(remove)).toBe('profiles_keep_primary')
    const demote = pool.query('update profiles set is_primary = false where id = $1', [id])
    expect(await violatedConstraint(demote)).toBe('profiles_keep_primary')
    expect(
      await violatedConstraint(pool.query('delete from users where id = $1', [userId])),
    ).toBeNull()
  })
})
