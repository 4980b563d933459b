/** Parts of the seek bar: its chapters, and the picture at a time. */
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { type Chapter, chapterMarks } from '#src/lib/player/chapters.ts'
import { urlToken, withToken } from '#src/lib/player/signed-url.ts'
import { parseStoryboard, type Thumbnail } from '#src/lib/player/storyboard.ts'
import { type Timeline, timelineShare } from '#src/lib/player/timeline.ts'
import { usePlayer } from './context.ts'

/** A gap in the track where a chapter starts. */
export function ChapterMarks({ chapters, timeline }: { chapters: Chapter[]; timeline: Timeline }) {
  return chapterMarks(chapters, timeline.end).map(start => (
    <div
      key={start}
      className="seek-chapter-mark"
      style={{ marginInlineStart: timelineShare(timeline, start) }}
    />
  ))
}

interface SeekPreviewProps {
  /** Position as a CSS percentage of the bar's width. */
  at: string
  label: string
  /** Title of the chapter; empty without chapters. */
  chapter: string
  thumbnail: Thumbnail | null
}

export function SeekPreview({ at, label, chapter, thumbnail }: SeekPreviewProps) {
  const { player } = usePlayer()
  const descriptor = useStore(player.$descriptor)
  const url = thumbnail && withToken(thumbnail.url, urlToken(descriptor?.manifest_url ?? ''))
  return (
    <div
      className="seek-preview"
      style={{ insetInlineStart: `clamp(var(--half), ${at}, calc(100% - var(--half)))` }}
      aria-hidden="true"
    >
      {thumbnail && (
        <div
          className="seek-thumbnail"
          style={{
            width: thumbnail.width,
            height: thumbnail.height,
            backgroundImage: `url("${url}")`,
            backgroundPosition: `-${thumbnail.x}px -${thumbnail.y}px`,
          }}
        />
      )}
      <span className="seek-time">
        {chapter && <bdi className="seek-chapter-title">{chapter}</bdi>}
        <span>{label}</span>
      </span>
    </div>
  )
}

export function useStoryboard(url: string | null): Thumbnail[] {
  const [thumbnails, setThumbnails] = useState<Thumbnail[]>([])
  const file = url && withToken(url, '')
  useEffect(() => {
    if (!url) return
    const unmounted = new AbortController()
    fetch(url, { signal: unmounted.signal })
      .then(reply => (reply.ok ? reply.text() : ''))
      .then(text => setThumbnails(parseStoryboard(text, new URL(url, location.href).href)))
      .catch(() => {})
    return () => unmounted.abort()
  }, [file])
  return thumbnails
}
