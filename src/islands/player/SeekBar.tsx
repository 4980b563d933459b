import { useStore } from '@nanostores/react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { chapterTitleAt } from '#src/lib/player/chapters.ts'
import { scrubStep } from '#src/lib/player/scrub.ts'
import { thumbnailAt } from '#src/lib/player/storyboard.ts'
import { type Timeline, timelineShare } from '#src/lib/player/timeline.ts'
import { formatClock } from '#src/lib/text/duration.ts'
import { usePlayer } from './context.ts'
import { ChapterMarks, SeekPreview, useStoryboard } from './SeekPreview.tsx'

/** Direction of each arrow key. */
const ARROWS: Record<string, 1 | -1> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }
const PAGES: Record<string, number> = { PageUp: 60, PageDown: -60 }
/** Some remote controls send no key-up event. A key counts as released after this time without a repetition. */
const RELEASE_MS = 700

/** Bounds within which a pressed arrow moves the preview. Playback seeks there when the key is released. */
type Bounds = Pick<Timeline, 'start' | 'end' | 'time'>
type Held = { key: string; repetitions: number; to: number; timer: number }

/** The seek bar, which runs left to right in every language. */
export function SeekBar() {
  const { player, t, language, isTv } = usePlayer()
  const timeline = useStore(player.$timeline)
  const { isLive, isAtEdge } = useStore(player.$state)
  const descriptor = useStore(player.$descriptor)
  const chapters = isLive ? [] : (descriptor?.chapters ?? [])
  const thumbnails = useStoryboard(descriptor?.thumbnails_url ?? null)
  const bar = useRef<HTMLDivElement>(null)
  const [hover, setHover] = useState<number | null>(null)
  const [drag, setDrag] = useState<number | null>(null)
  const held = useRef<Held | null>(null)
  const length = timeline.end - timeline.start
  const shown = drag ?? timeline.time

  function timeAt({ clientX }: PointerEvent) {
    const box = bar.current?.getBoundingClientRect()
    if (!box) return timeline.time
    const share = Math.min(1, Math.max(0, (clientX - box.left) / box.width))
    return timeline.start + share * length
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

  function cancel() {
    setDrag(null)
    setHover(null)
  }

  function onKeyDown(event: KeyboardEvent) {
    // The up and down keys of a remote control move the focus.
    if (isTv && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) return
    // The rendered timeline may be outdated, because keys can be faster than renders.
    const { start, end, time } = player.$timeline.get()
    const direction = ARROWS[event.key]
    const ends: Record<string, number> = { Home: start, End: end }
    const page = PAGES[event.key]
    const to = page === undefined ? ends[event.key] : time + page
    if (direction === undefined && to === undefined) return
    event.preventDefault()
    if (direction !== undefined) pressArrow(event.key, direction, { start, end, time })
    else if (to !== undefined) player.seek(to)
  }

  /** Seeks on the first press. While the key is held, only the preview moves, faster and faster. */
  function pressArrow(key: string, direction: 1 | -1, { start, end, time }: Bounds) {
    const before = held.current?.key === key ? held.current : null
    if (held.current) window.clearTimeout(held.current.timer)
    const repetitions = before ? before.repetitions + 1 : 0
    const step = direction * scrubStep(repetitions, end - start)
    const to = Math.min(end, Math.max(start, (before?.to ?? time) + step))
    const timer = window.setTimeout(releaseArrow, RELEASE_MS)
    held.current = { key, repetitions, to, timer }
    if (!before) return player.seek(time + step)
    setDrag(to)
    setHover(to)
  }

  function releaseArrow() {
    const { current } = held
    held.current = null
    if (!current) return
    window.clearTimeout(current.timer)
    if (current.repetitions > 0) player.seek(current.to)
    cancel()
  }

  const chapter = chapterTitleAt(chapters, shown)
  const clock = (time: number) => formatClock(time, language)
  const valueText = isLive
    ? isAtEdge
      ? t('player.live')
      : `−${clock(timeline.end - shown)}`
    : t(chapter ? 'player.seek.positionInChapter' : 'player.seek.position', {
        current: clock(shown),
        total: clock(timeline.end),
        chapter,
      })

  return (
    <div className="seek" data-dragging={drag === null ? undefined : ''}>
      <div
        ref={bar}
        className="seek-slider"
        role="slider"
        tabIndex={0}
        aria-label={t('player.seek')}
        aria-valuemin={Math.floor(timeline.start)}
        aria-valuemax={Math.floor(timeline.end)}
        aria-valuenow={Math.floor(shown)}
        aria-valuetext={valueText}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={cancel}
        onPointerLeave={() => drag === null && setHover(null)}
        onKeyDown={onKeyDown}
        onKeyUp={releaseArrow}
        onBlur={releaseArrow}
      >
        <div className="seek-track">
          <div
            className="seek-buffered"
            style={{ width: timelineShare(timeline, timeline.bufferedEnd) }}
          />
          {hover !== null && (
            <div className="seek-hover" style={{ width: timelineShare(timeline, hover) }} />
          )}
          <div className="seek-played" style={{ width: timelineShare(timeline, shown) }} />
          <ChapterMarks chapters={chapters} timeline={timeline} />
        </div>
        <div className="seek-thumb" style={{ insetInlineStart: timelineShare(timeline, shown) }} />
      </div>
      {hover !== null && length > 0 && (
        <SeekPreview
          at={timelineShare(timeline, hover)}
          label={isLive ? `−${clock(timeline.end - hover)}` : clock(hover)}
          chapter={chapterTitleAt(chapters, hover)}
          thumbnail={thumbnailAt(thumbnails, hover)}
        />
      )}
    </div>
  )
}
