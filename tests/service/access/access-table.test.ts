import { describe, expect, test } from 'vitest'
import { allCases } from '#src/service/access/access-table.ts'
import {
  type AccessSubject,
  decide,
  NO_ENTITLEMENTS,
  type Title,
} from '#src/service/access/decision.ts'

const film: Title = { flags: [], ageLimit: 12, hasVideo: true, sellsTicket: false }
const adult: AccessSubject = { kind: 'profile', maxAge: null, region: 'unknown' }
const everything = { subscription: true, carrier: true, ticket: true }

describe('over every combination', () => {
  const cases = [...allCases()]

  test('what is not seen is neither played nor bought', () => {
    for (const { title, entitlements, subject } of cases) {
      const { see, play, buy } = decide(title, entitlements, subject)
      if (see) expect([play, buy]).toEqual([see, see])
    }
  })

  test('more entitlements never close what fewer open', () => {
    for (const { title, entitlements, subject } of cases) {
      if (decide(title, entitlements, subject).play === null)
        expect(decide(title, everything, subject).play).toBeNull()
    }
  })

  test('a profile with a maxAge plays nothing that an adult’s would not, and nothing unrated', () => {
    for (const { title, entitlements, subject } of cases) {
      if (subject.maxAge === null || decide(title, entitlements, subject).play) continue
      expect(decide(title, entitlements, { ...subject, maxAge: null }).play).toBeNull()
      expect(title.ageLimit).not.toBeNull()
    }
  })

  test('a ticket that is bought plays, once there is a file and a profile', () => {
    for (const { title, entitlements, subject } of cases) {
      if (decide(title, entitlements, subject).buy || subject.kind !== 'profile') continue
      const bought = decide(
        { ...title, hasVideo: true },
        { ...entitlements, ticket: true },
        subject,
      )
      expect(bought.play).toBeNull()
    }
  })
})

test('a subscription stands in for neither a ticket nor one through an operator', () => {
  const entitlements = { ...NO_ENTITLEMENTS, subscription: true }
  const play = (flag: string) => decide({ ...film, flags: [flag] }, entitlements, adult).play
  expect(play('content_has_ticket')).toBe('ticket')
  expect(play('carrier_specific')).toBe('carrier')
})

test('from an unknown address nothing is refused for its place', () => {
  const title = { ...film, flags: ['iran_access'] }
  const play = (region: AccessSubject['region']) =>
    decide(title, everything, { ...adult, region }).play
  expect([play('iran'), play('unknown'), play('abroad')]).toEqual([null, null, 'outside_iran'])
})
