import { useStore } from '@nanostores/react'
import type { Language } from '#src/contract/languages.ts'
import type { AudioBookPlayer } from '#src/lib/player/audio-book-player.ts'
import { chapterAt } from '#src/lib/player/chapters.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { formatClock } from '#src/lib/text/duration.ts'
import type { PlayerTexts } from './context.ts'
import { Icon } from './Icon.tsx'

interface ChapterListProps {
  player: AudioBookPlayer
  t: PlayerTexts
  language: Language
}

export function ChapterList({ player, t, language }: ChapterListProps) {
  const { time } = useStore(player.$state)
  const chapters = useStore(player.$chapters)
  const current = chapterAt(chapters, time)
  if (chapters.length === 0) return null
  return (
    <section aria-label={t('player.book.chapters')}>
      <h2 className="audio-book-heading">{t('player.book.chapters')}</h2>
      <ol className="audio-book-chapters">
        {chapters.map(({ title, start }, index) => (
          <li key={start}>
            <button
              type="button"
              aria-current={index === current ? 'true' : undefined}
              onClick={() => {
                player.seek(start)
                player.play()
              }}
            >
              <span className="w-8 text-center">
                {index === current ? <Icon name="play" /> : localDigits(index + 1, language)}
              </span>
              <bdi className="flex-1">{title}</bdi>
              <span className="ltr opacity-70">{formatClock(start, language)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
