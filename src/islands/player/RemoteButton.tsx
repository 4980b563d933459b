import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { PlaybackTarget } from '#src/lib/player/playback-session.ts'
import { createRemotePlayback } from '#src/lib/player/remote-playback.ts'
import { usePlayer } from './context.ts'

type RemotePlayback = ReturnType<typeof createRemotePlayback>

/** The button for AirPlay and Chromecast. Renders nothing until a device is available. */
export default function RemoteButton({ target }: { target: PlaybackTarget }) {
  const { player, video, root } = usePlayer()
  const [remote, setRemote] = useState<RemotePlayback | null>(null)
  const { contentId, fileId, use } = target
  const { cast } = root.dataset
  useEffect(() => {
    const created = createRemotePlayback(player, video, { contentId, fileId, use }, cast)
    setRemote(created)
    return created.stop
  }, [player, video, contentId, fileId, use, cast])
  return remote && <Button remote={remote} isCast={cast !== undefined} />
}

function Button({ remote, isCast }: { remote: RemotePlayback; isCast: boolean }) {
  const { t, root } = usePlayer()
  const { isAvailable, status, device, hasFailed } = useStore(remote.$remote)
  if (!isAvailable && status === 'local') return null
  const on = { device: device || t('player.remote.screen') }
  const label = status === 'remote' && isCast ? t('player.remote.stop', on) : t('player.remote')
  const said = {
    local: hasFailed ? t('player.remote.failed') : '',
    connecting: t('player.remote.connecting'),
    remote: t('player.remote.on', on),
  }[status]
  return (
    <>
      <button
        type="button"
        className={`control ${status === 'local' ? '' : 'is-active'}`}
        aria-label={label}
        aria-pressed={status === 'remote'}
        aria-busy={status === 'connecting'}
        data-tooltip={label}
        onClick={() => void remote.press()}
      >
        <span className={isCast ? 'i-lucide-cast' : 'i-lucide-airplay'} aria-hidden="true" />
      </button>
      {/* Placed next to the bars, so that it stays visible when they are hidden: the local picture is paused. */}
      {createPortal(
        <p className={`remote-status ${hasFailed ? 'is-failure' : ''}`} role="status" dir="auto">
          {said}
        </p>,
        root,
      )}
    </>
  )
}
