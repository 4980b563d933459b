import { describe, expect, test } from 'vitest'
import { toActionTitle } from '#src/lib/catalogue/primary-action.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import {
  playbackFailureLabels,
  playbackFailureText,
  playerReturnPath,
} from '#src/lib/player/failure-view.ts'
import { aContent } from '#tests/support/cards.ts'

const t = getT('fa')
const subscription = toActionTitle(aContent())
const ticket = { ...subscription, needsTicket: true }
const missing = { kind: 'subscription_required', message: t('player.subscribe') } as const

describe('the text of a failure', () => {
  test('for a missing ticket differs from that for a missing subscription, as the service reports', () => {
    expect(playbackFailureText(missing, ticket, t)).toBe(t('player.ticket'))
    expect(playbackFailureText(missing, subscription, t)).toBe(t('player.subscribe'))
  })

  test('is the message of the service, otherwise the one of its kind', () => {
    const failure = { kind: 'forbidden', message: 'دسترسی ندارید' } as const
    expect(playbackFailureText(failure, ticket, t)).toBe('دسترسی ندارید')
    const silent = { ...failure, message: undefined }
    expect(playbackFailureText(silent, ticket, t)).toBe(t('player.error.access'))
  })
})

test('a stream that another device stopped is not called a limit, and can continue here', () => {
  const english = getT('en')
  expect(playbackFailureLabels('stream_stopped', english)).toEqual({
    title: 'Playback was stopped on another device',
    retry: 'Continue here',
  })
  const failure = { kind: 'stream_stopped', message: english('errors.stream_stopped') } as const
  expect(playbackFailureText(failure, subscription, english)).toBe(english('player.stopped.text'))
  expect(playbackFailureLabels('stream_limit', english).title).toBe(english('player.limit.title'))
  expect(playbackFailureLabels('offline', english).title).toBe(english('player.error.title'))
})

test('a lock screen returns to the second at which playback stopped', () => {
  expect(playerReturnPath('/play/aB3dE5f', 83.9)).toBe('/play/aB3dE5f?t=83')
  expect(playerReturnPath('/play/aB3dE5f', 0.4)).toBe('/play/aB3dE5f')
})
