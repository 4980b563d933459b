import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decide, NO_HOLDINGS, type Spectator, type Title } from '#src/service/access/decision.ts'
import { accessTable, allCases } from '#src/service/access/table.ts'

const page = resolve(import.meta.dirname, '../../../docs/access.md')

test('docs/access.md says what the code decides', () => {
  const isCurrent = readFileSync(page, 'utf8') === accessTable()
  expect(isCurrent, 'npm run access-table writes it').toBe(true)
})

const film: Title = { flags: [], ageLimit: 12, hasVideo: true, sellsTicket: false }
const adult: Spectator = { as: 'profile', band: null, region: 'unknown' }
const everything = { subscription: true, carrier: true, ticket: true }

describe('over every combination', () => {
  const cases = [...allCases()]

  test('what is not seen is neither played nor bought', () => {
    for (const { title, holdings, spectator } of cases) {
      const { see, play, buy } = decide(title, holdings, spectator)
      if (see) expect([play, buy]).toEqual([see, see])
    }
  })

  test('more holdings never close what fewer open', () => {
    for (const { title, holdings, spectator } of cases) {
      if (decide(title, holdings, spectator).play === null)
        expect(decide(title, everything, spectator).play).toBeNull()
    }
  })

  test('a profile with a band plays nothing that an adult’s would not, and nothing unrated', () => {
    for (const { title, holdings, spectator } of cases) {
      if (spectator.band === null || decide(title, holdings, spectator).play) continue
      expect(decide(title, holdings, { ...spectator, band: null }).play).toBeNull()
      expect(title.ageLimit).not.toBeNull()
    }
  })

  test('a ticket that is bought plays, once there is a file and a profile', () => {
    for (const { title, holdings, spectator } of cases) {
      if (decide(title, holdings, spectator).buy || spectator.as !== 'profile') continue
      const bought = decide({ ...title, hasVideo: true }, { ...holdings, ticket: true }, spectator)
      expect(bought.play).toBeNull()
    }
  })
})

test('a subscription stands in for neither a ticket nor one through an operator', () => {
  const holdings = { ...NO_HOLDINGS, subscription: true }
  const play = (flag: string) => decide({ ...film, flags: [flag] }, holdings, adult).play
  expect(play('content_has_ticket')).toBe('ticket')
  expect(play('carrier_specific')).toBe('carrier')
})

test('from an unknown address nothing is refused for its place', () => {
  const title = { ...film, flags: ['iran_access'] }
  const play = (region: Spectator['region']) => decide(title, everything, { ...adult, region }).play
  expect([play('iran'), play('unknown'), play('abroad')]).toEqual([null, null, 'outside_iran'])
})
