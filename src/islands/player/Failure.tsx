import { useStore } from '@nanostores/react'
import { lazy, Suspense, useState } from 'react'
import type { Lease } from '#src/contract/player.ts'
import { FAILURES, type FailureKind } from '#src/lib/player/failure.ts'
import {
  playbackFailureLabels,
  playbackFailureText,
  playerReturnPath,
} from '#src/lib/player/failure-view.ts'
import { isLockFailure } from '#src/lib/player/lock-reason.ts'
import type { PlayerPage } from '#src/lib/player/player-page.ts'
import { usePlayer } from './context.ts'
import { Icon, type IconName } from './Icon.tsx'

const ICONS: Partial<Record<FailureKind, IconName>> = {
  offline: 'offline',
  forbidden: 'lock',
  subscription_required: 'lock',
  carrier_required: 'lock',
  outside_iran: 'lock',
  age_restricted: 'lock',
  signed_out: 'lock',
  stream_limit: 'device',
  stream_stopped: 'device',
}

/** Only viewers without access need it. If it cannot be loaded, the text gives the reason. */
const LockScreen = lazy(() => import('./LockScreen.tsx').catch(() => ({ default: LockText })))

function LockText({ text }: { text: string }) {
  return <p className="failure-text">{text}</p>
}

/** The message why playback stopped, with the actions that can help. */
export function Failure({ page }: { page: PlayerPage }) {
  const { player, t, language } = usePlayer()
  const failure = useStore(player.$failure)
  if (!failure) return null
  const { kind, leases } = failure
  const text = playbackFailureText(failure, page.action, t)
  const { title, retry } = playbackFailureLabels(kind, t)
  return (
    <div className="failure" role="alert" data-focus-scope="">
      <Icon name={ICONS[kind] ?? 'alert'} className="text-4xl opacity-90" />
      {isLockFailure(kind) ? (
        <Suspense fallback={<LockText text={text} />}>
          <LockScreen
            kind={kind}
            page={page}
            language={language}
            text={text}
            returnTo={playerReturnPath(location.pathname, player.playbackPosition())}
          />
        </Suspense>
      ) : (
        <>
          <h2 className="failure-title">{title}</h2>
          <p className="failure-text">{text}</p>
        </>
      )}
      {kind === 'stream_limit' && <OtherStreams leases={leases} />}
      {FAILURES[kind].retry && (
        <button
          type="button"
          className="player-button mt-5"
          data-kind="main"
          onClick={() => void player.retry()}
        >
          <Icon name={kind === 'stream_stopped' ? 'play' : 'replay'} />
          {retry}
        </button>
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
