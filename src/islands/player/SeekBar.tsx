import { useStore } from '@nanostores/react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { tokenOf, withToken } from '#src/lib/player/signed-url.ts'
import { parseStoryboard, type Tile, tileAt } from '#src/lib/player/storyboard.ts'
import type { Position } from '#src/lib/player/timeline.ts'
import { formatClock } from '#src/lib/text/duration.ts'
import { usePlayer } from './context.ts'

const KEY_STEPS: Record<string, number> = {
  ArrowRight: 10,
  ArrowUp: 10,
  ArrowLeft: -10,
  ArrowDown: -10,
  PageUp: 60,
  PageDown: -60,
}

/** Time runs from left to right in every language. */
export function SeekBar() {
  const { player, t, language, isTv } = usePlayer()
  const position = useStore(player.$timeline)
  const { isLive, isAtEdge } = useStore(player.$state)
  const descriptor = useStore(player.$descriptor)
  const tiles = useStoryboard(descriptor?.thumbnails_url ?? null)
  const bar = useRef<HTMLDivElement>(null)
  const [hover, setHover] = useState<number | null>(null)
  const [drag, setDrag] = useState<number | null>(null)
  const length = position.end - position.start
  const shown = drag ?? position.time

  function timeAt({ clientX }: PointerEvent) {
    const box = bar.current?.getBoundingClientRect()
    if (!box) return position.time
    const share = Math.min(1, Math.max(0, (clientX - box.left) / box.width))
    return position.start + share * length
  }

  function press(event: PointerEvent<HTMLDivElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag(timeAt(event))
    setHover(timeAt(event))
  }

  function move(event: PointerEvent) {
    setHover(timeAt(event))
    if (drag !== null) setDrag(timeAt(event))
  }

  function release(event: PointerEvent) {
    if (drag === null) return
    player.seek(timeAt(event))
    setDrag(null)
    if (event.pointerType !== 'mouse') setHover(null)
  }

  function onKeyDown(event: KeyboardEvent) {
    // A remote has four arrows, and two of them must lead on to the buttons.
    if (isTv && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) return
    const step = KEY_STEPS[event.key]
    const ends: Record<string, number> = { Home: position.start, End: position.end }
    const to = step === undefined ? ends[event.key] : position.time + step
    if (to === undefined) return
    event.preventDefault()
    player.seek(to)
  }

  const clock = (time: number) => formatClock(time, language)
  const valueText = isLive
    ? isAtEdge
      ? t('player.live')
      : `−${clock(position.end - shown)}`
    : t('player.seek.position', { current: clock(shown), total: clock(position.end) })

  return (
    <div className="seek" data-dragging={drag === null ? undefined : ''}>
      <div
        ref={bar}
        className="seek-slider"
        role="slider"
        tabIndex={0}
        aria-label={t('player.seek')}
        aria-valuemin={Math.floor(position.start)}
        aria-valuemax={Math.floor(position.end)}
        aria-valuenow={Math.floor(shown)}
        aria-valuetext={valueText}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={() => setDrag(null)}
        onPointerLeave={() => drag === null && setHover(null)}
        onKeyDown={onKeyDown}
      >
        <div className="seek-track">
          <div className="seek-loaded" style={{ width: share(position, position.loaded) }} />
          {hover !== null && (
            <div className="seek-hover" style={{ width: share(position, hover) }} />
          )}
          <div className="seek-played" style={{ width: share(position, shown) }} />
        </div>
        <div className="seek-thumb" style={{ insetInlineStart: share(position, shown) }} />
      </div>
      {hover !== null && length > 0 && (
        <Preview
          at={((hover - position.start) / length) * 100}
          label={isLive ? `−${clock(position.end - hover)}` : clock(hover)}
          tile={tileAt(tiles, hover)}
        />
      )}
    </div>
  )
}

function share({ start, end }: Position, time: number) {
  if (!(end > start)) return '0%'
  return `${Math.min(100, Math.max(0, ((time - start) / (end - start)) * 100))}%`
}

function Preview({ at, label, tile }: { at: number; label: string; tile: Tile | null }) {
  const { player } = usePlayer()
  const descriptor = useStore(player.$descriptor)
  const url = tile && withToken(tile.url, tokenOf(descriptor?.manifest_url ?? ''))
  return (
    <div
      className="seek-preview"
      style={{ insetInlineStart: `clamp(var(--half), ${at}%, calc(100% - var(--half)))` }}
      aria-hidden="true"
    >
      {tile && (
        <div
          className="seek-thumbnail"
          style={{
            width: tile.width,
            height: tile.height,
            backgroundImage: `url("${url}")`,
            backgroundPosition: `-${tile.x}px -${tile.y}px`,
          }}
        />
      )}
      <span className="seek-time">{label}</span>
    </div>
  )
}

function useStoryboard(url: string | null): Tile[] {
  const [tiles, setTiles] = useState<Tile[]>([])
  const file = url && withToken(url, '')
  useEffect(() => {
    if (!url) return
    const gone = new AbortController()
    fetch(url, { signal: gone.signal })
      .then(reply => (reply.ok ? reply.text() : ''))
      .then(text => setTiles(parseStoryboard(text, new URL(url, location.href).href)))
      .catch(() => {})
    return () => gone.abort()
  }, [file])
  return tiles
}
