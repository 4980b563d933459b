import { useStore } from '@nanostores/react'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { usePlayer } from './context.ts'
import { Icon } from './Icon.tsx'

export function Volume() {
  const { player, t } = usePlayer()
  const { volume, isMuted } = useStore(player.$state)
  const track = useRef<HTMLDivElement>(null)
  const shown = isMuted ? 0 : volume
  const icon = shown === 0 ? 'mute' : shown < 0.5 ? 'quiet' : 'loud'

  function setFrom(event: PointerEvent) {
    const box = track.current?.getBoundingClientRect()
    if (box && event.buttons > 0) player.setVolume((event.clientX - box.left) / box.width)
  }

  function onKeyDown(event: KeyboardEvent) {
    const up = event.key === 'ArrowRight' || event.key === 'ArrowUp'
    const down = event.key === 'ArrowLeft' || event.key === 'ArrowDown'
    if (!up && !down) return
    event.preventDefault()
    player.setVolume(shown + (up ? 0.05 : -0.05))
  }

  return (
    <div className="volume">
      <button
        type="button"
        className="control"
        aria-label={isMuted ? t('player.unmute') : t('player.mute')}
        aria-keyshortcuts="m"
        onClick={() => player.setMuted(!isMuted)}
      >
        <Icon name={icon} />
      </button>
      <div
        ref={track}
        className="volume-slider"
        role="slider"
        tabIndex={0}
        aria-label={t('player.volume')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(shown * 100)}
        aria-valuetext={t('player.volume.value', { percent: Math.round(shown * 100) })}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setFrom(event)
        }}
        onPointerMove={setFrom}
        onKeyDown={onKeyDown}
      >
        <div className="volume-track">
          <div className="volume-level" style={{ width: `${shown * 100}%` }} />
        </div>
      </div>
    </div>
  )
}
