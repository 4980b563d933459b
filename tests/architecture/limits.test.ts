// Compares section 9 of the specification with the code, number by number.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as limits from '#src/contract/limits.ts'
import * as sampling from '#src/contract/sampling.ts'

const SECTION_9: Record<string, unknown> = {
  NOTIFICATION_MS: 3_000,
  NOTIFICATION_LONG_MS: 6_000,
  NOTIFICATIONS_VISIBLE: 3,
  FADE_MS: 300,
  PROGRESS_DELAY_MS: 300,
  PAGE_SIZE: 24,
  POSTER_WIDTH: 300,
  AVATAR_WIDTH: 200,
  HEADER_HEIGHT: 56,
  BANNER_HEIGHT: 48,
  BANNER_HEIGHT_NARROW: 72,
  BREAKPOINTS: { xs: 480, sm: 600, md: 960, lg: 1280, xl: 1920 },
  MAX_PROFILES: 3,
  MAX_DEVICES: 3,
  PIN_LENGTH: 4,
  ALERT_AGAIN_MINUTES: 720,
  BUY_BUTTON_DAYS: 5,
  SEARCH_MIN_LENGTH: 3,
  SEARCH_DEBOUNCE_MS: 500,
  DATA_REFRESH_MS: 1_800_000,
  DATA_DEDUPE_MS: 300_000,
  FOCUS_THROTTLE_MS: 600_000,
  REQUEST_TIMEOUT_MS: 120_000,
  ERROR_SAMPLE_RATE: 0.1,
  TRACE_SAMPLE_RATE: 1,
  AGE_LABELS: [3, 7, 12, 13, 15, 17, 18],
  KID_AGES: [3, 7, 12, 15],
  ADULT_AGE: 17,
  SORT_ORDERS: ['default', 'most_visited', 'best_selling', 'rate', 'latest'],
  TYPE_FILTERS: ['single_video', 'video_content_list', 'series'],
  VAT_PERCENT: 10,
  REFUND_HOURS: { from: 24, to: 72 },
  CARD_COUNTRIES_MAX: 2,
  NUMBER_WORDS_DIGITS: 21,
}

test.each(Object.entries(SECTION_9))('%s is the value of the specification', (name, value) => {
  expect({ ...limits, ...sampling }).toHaveProperty(name, value)
})

test('only src/contract/limits.ts contains the width of a poster', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  const others = files.filter(
    name => /\.(ts|tsx|astro|css)$/.test(name) && name !== 'contract/limits.ts',
  )
  const isWritten = /\b(?:width|poster\w*)(?:: *|=\{?"?)300\b/i
  expect(others.filter(name => isWritten.test(readFileSync(`src/${name}`, 'utf8')))).toEqual([])
})
