import { describe, expect, test } from 'vitest'
import { actionTitleOf } from '#src/lib/catalogue/primary-action.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { playbackFailureText, returnPath } from '#src/lib/player/failure-view.ts'
import { aContent } from '#tests/support/cards.ts'

const t = getT('fa')
const subscription = actionTitleOf(aContent())
const ticket = { ...subscription, needsTicket: true }
const missing = { kind: 'subscription_required', message: t('player.subscribe') } as const

describe('the text of a failure', () => {
  test('of a missing ticket is not that of a missing subscription, as the service says', () => {
    expect(playbackFailureText(missing, ticket, t)).toBe(t('player.ticket'))
    expect(playbackFailureText(missing, subscription, t)).toBe(t('player.subscribe'))
  })

  test('is what the service says, else that of its kind', () => {
    const failure = { kind: 'forbidden', message: 'دسترسی ندارید' } as const
    expect(playbackFailureText(failure, ticket, t)).toBe('دسترسی ندارید')
    const silent = { ...failure, message: undefined }
    expect(playbackFailureText(silent, ticket, t)).toBe(t('player.error.access'))
  })
})

test('a lock screen leads back to the second where playback stopped', () => {
  expect(returnPath('/play/aB3dE5f', 83.9)).toBe('/play/aB3dE5f?t=83')
  expect(returnPath('/play/aB3dE5f', 0.4)).toBe('/play/aB3dE5f')
})
