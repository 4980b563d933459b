import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { MAX_DEVICES } from '#src/contract/limits.ts'
import type { Lease } from '#src/contract/player.ts'
import { FAILURES, type FailureKind } from '#src/lib/player/failure.ts'
import type { PlayerPage } from '#src/lib/player/player-page.ts'
import { loginPath, packagesPath, ticketPath } from '#src/lib/routes.ts'
import { usePlayer } from './context.ts'
import { Icon, type IconName } from './Icon.tsx'

const TEXTS = {
  offline: 'player.error.network',
  forbidden: 'player.error.access',
  not_found: 'player.error.notFound',
  stalled: 'player.error.stalled',
  decode: 'player.error.decode',
  unsupported: 'player.error.unsupported',
  drm: 'player.error.decode',
  stream_limit: 'player.limit.text',
  subscription_required: 'player.subscribe',
  carrier_required: 'player.carrier',
  outside_iran: 'player.outsideIran',
  age_restricted: 'player.error.age',
  signed_out: 'player.login',
  unavailable: 'player.error.unavailable',
  unknown: 'player.error.unavailable',
} as const satisfies Record<FailureKind, string>

const TITLES: Partial<Record<FailureKind, 'player.limit.title' | 'player.lock.title'>> = {
  stream_limit: 'player.limit.title',
  subscription_required: 'player.lock.title',
  carrier_required: 'player.lock.title',
  outside_iran: 'player.lock.title',
  age_restricted: 'player.lock.title',
  signed_out: 'player.lock.title',
}

const ICONS: Partial<Record<FailureKind, IconName>> = {
  offline: 'offline',
  forbidden: 'lock',
  subscription_required: 'lock',
  carrier_required: 'lock',
  outside_iran: 'lock',
  age_restricted: 'lock',
  signed_out: 'lock',
  stream_limit: 'device',
}

/** Why playback stopped, with the actions that can help. */
export function Failure({ page }: { page: PlayerPage }) {
  const { player, t } = usePlayer()
  const failure = useStore(player.$failure)
  if (!failure) return null
  const { kind, message, leases } = failure
  const isTicket = kind === 'subscription_required' && page.needsTicket
  const text = isTicket ? t('player.ticket') : (message ?? t(TEXTS[kind], { max: MAX_DEVICES }))
  return (
    <div className="failure" role="alert" data-focus-scope="">
      <Icon name={ICONS[kind] ?? 'alert'} className="text-4xl opacity-90" />
      <h2 className="failure-title">{t(TITLES[kind] ?? 'player.error.title')}</h2>
      <p className="failure-text">{text}</p>
      {kind === 'stream_limit' && <OtherStreams leases={leases} />}
      <RecoveryActions
        kind={kind}
        ticket={isTicket ? ticketPath({ short_id: page.ticketId }, t.language) : null}
      />
    </div>
  )
}

function RecoveryActions({ kind, ticket }: { kind: FailureKind; ticket: string | null }) {
  const { player, t, language } = usePlayer()
  const second = Math.floor(player.playbackPosition())
  const returnTo = second > 0 ? `${location.pathname}?t=${second}` : location.pathname
  return (
    <div className="flex flex-wrap justify-center gap-3 mt-5">
      {FAILURES[kind].retry && (
        <button
          type="button"
          className="player-button"
          data-kind="main"
          onClick={() => void player.retry()}
        >
          <Icon name="replay" />
          {t('player.error.restart')}
        </button>
      )}
      {ticket && (
        <a className="player-button" data-kind="main" href={ticket} data-adults="">
          {t('player.ticket.buy')}
        </a>
      )}
      {kind === 'subscription_required' && !ticket && (
        <a
          className="player-button"
          data-kind="main"
          data-adults=""
          href={`${packagesPath(language)}?redirect=${encodeURIComponent(returnTo)}`}
        >
          {t('player.buy')}
        </a>
      )}
      {kind === 'signed_out' && (
        <a className="player-button" data-kind="main" href={loginPath(returnTo, language)}>
          {t('player.signIn')}
        </a>
      )}
    </div>
  )
}

function OtherStreams({ leases }: { leases: Lease[] }) {
  const { player, t } = usePlayer()
  const [endingId, setEndingId] = useState('')
  return (
    <>
      <p className="font-600 mt-4">{t('player.limit.choose')}</p>
      <ul className="stream-list">
        {leases.map(lease => (
          <li key={lease.lease_id} className="stream-item">
            <Icon name="device" className="text-2xl opacity-80" />
            <span className="min-w-0 flex-1">
              <span className="block font-600 truncate">
                <bdi>{lease.device}</bdi>
              </span>
              <span className="block text-sm opacity-75 truncate">
                <bdi>{lease.title}</bdi>
              </span>
            </span>
            <button
              type="button"
              className="player-button"
              disabled={endingId !== ''}
              aria-busy={endingId === lease.lease_id}
              onClick={() => {
                setEndingId(lease.lease_id)
                void player.endOtherStream(lease.lease_id).finally(() => setEndingId(''))
              }}
            >
              {t('player.limit.stop')}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
