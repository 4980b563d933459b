import { describe, expect, test } from 'vitest'
import { generateAccessCases } from '#src/service/accounts/access/access-table.ts'
import {
  type AccessSubject,
  decideAccess,
  NO_ENTITLEMENTS,
  type Title,
} from '#src/service/accounts/access/decision.ts'

const film: Title = { flags: [], ageLimit: 12, hasVideo: true, sellsTicket: false }
const adult: AccessSubject = { kind: 'profile', maxAge: null, region: 'unknown' }
const everything = { subscription: true, carrier: true, ticket: true }

describe('the access decision, over every combination', () => {
  const cases = [...generateAccessCases()]

  test('never allows a hidden title to be played or bought', () => {
    for (const { title, entitlements, subject } of cases) {
      const { see, play, buy } = decideAccess(title, entitlements, subject)
      if (see) expect([play, buy]).toEqual([see, see])
    }
  })

  test('never takes access away because of a further entitlement', () => {
    for (const { title, entitlements, subject } of cases) {
      if (decideAccess(title, entitlements, subject).play === null)
        expect(decideAccess(title, everything, subject).play).toBeNull()
    }
  })

  test('never lets a profile with a maxAge play unrated titles or more than an adult', () => {
    for (const { title, entitlements, subject } of cases) {
      if (subject.maxAge === null || decideAccess(title, entitlements, subject).play) continue
      expect(decideAccess(title, entitlements, { ...subject, maxAge: null }).play).toBeNull()
      expect(title.ageLimit).not.toBeNull()
    }
  })

  test('lets the owner of a ticket play once there is a file and a profile', () => {
    for (const { title, entitlements, subject } of cases) {
      if (decideAccess(title, entitlements, subject).buy || subject.kind !== 'profile') continue
      const bought = decideAccess(
        { ...title, hasVideo: true },
        { ...entitlements, ticket: true },
        subject,
      )
      expect(bought.play).toBeNull()
    }
  })
})

test('never accepts a subscription in place of a ticket or a carrier subscription', () => {
  const entitlements = { ...NO_ENTITLEMENTS, subscription: true }
  const play = (flag: string) => decideAccess({ ...film, flags: [flag] }, entitlements, adult).play
  expect(play('content_has_ticket')).toBe('ticket')
  expect(play('carrier_specific')).toBe('carrier')
})

test('never refuses an unknown address because of its region', () => {
  const title = { ...film, flags: ['iran_access'] }
  const play = (region: AccessSubject['region']) =>
    decideAccess(title, everything, { ...adult, region }).play
  expect([play('iran'), play('unknown'), play('abroad')]).toEqual([null, null, 'outside_iran'])
})
