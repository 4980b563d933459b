import { useStore } from '@nanostores/react'
import { use, useEffect, useRef, useState } from 'react'
import type { Content } from '#src/contract/content.ts'
import type { Language } from '#src/lib/i18n/languages.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import {
  chapterAfter,
  chapterAt,
  chapterBefore,
  isSleepDue,
  SLEEP_MINUTES,
  type Sleep,
  sleepAfter,
  sleepAtChapterEnd,
} from '#src/lib/player/audio-book.ts'
import { type AudioBookPlayer, createAudioBookPlayer } from '#src/lib/player/audio-book-player.ts'
import type { PlayerPage } from '#src/lib/player/player-page.ts'
import { $preferences } from '#src/lib/player/preferences.store.ts'
import { RATES } from '#src/lib/player/tracks.ts'
import { contentPath } from '#src/lib/routes.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { formatClock } from '#src/lib/text/duration.ts'
import type { PlayerTexts } from './context.ts'
import { Icon } from './Icon.tsx'
import { useAudioBookMediaSession } from './use-audio-book-media-session.ts'
import { useSiteScript } from './use-site-script.ts'

const NAMESPACES = ['player', 'common'] as const

interface AudioBookProps {
  first: PlayerPage
  content: Pick<Content, 'title' | 'short_id' | 'slug' | 'tagline'>
  language: Language
}

export function AudioBook({ first, content, language }: AudioBookProps) {
  const t = use(loadT(language, NAMESPACES))
  useSiteScript()
  const audio = useRef<HTMLAudioElement>(null)
  const [book, setBook] = useState<AudioBookPlayer | null>(null)
  useEffect(() => {
    if (!audio.current) return
    const made = createAudioBookPlayer(audio.current, first)
    setBook(made)
    return () => made.destroy()
  }, [first])
  return (
    <div className="audio-book">
      {/* biome-ignore lint/a11y/useMediaCaption: the words of a book are the sound itself */}
      <audio ref={audio} preload="metadata" />
      <a
        className="audio-book-back"
        href={contentPath(content, language)}
        aria-label={t('player.back')}
      >
        <Icon name="back" />
      </a>
      {first.artwork && (
        <img className="audio-book-cover" src={first.artwork} alt="" width={300} height={450} />
      )}
      <div className="audio-book-details">
        <h1 className="audio-book-title">
          <bdi>{content.title}</bdi>
        </h1>
        <p className="audio-book-tagline">{content.tagline ?? t('player.book.title')}</p>
        {book && <Listening book={book} t={t} language={language} page={first} />}
      </div>
    </div>
  )
}

interface ListeningProps {
  book: AudioBookPlayer
  t: PlayerTexts
  language: Language
  page: PlayerPage
}

function Listening({ book, t, language, page }: ListeningProps) {
  const { isPlaying, time, duration, failure } = useStore(book.$state)
  const chapters = useStore(book.$chapters)
  const at = chapterAt(chapters, time)
  const back = () => book.seek(chapterBefore(chapters, time)?.start ?? 0)
  const forward = () => book.seek(chapterAfter(chapters, time)?.start ?? duration)
  useAudioBookMediaSession(book, page, back, forward)

  if (failure) {
    return (
      <div role="alert" className="audio-book-failure">
        <p>{failure.message ?? t('player.error.unavailable')}</p>
        <button type="button" className="btn-action" onClick={() => void book.retry()}>
          {t('player.error.restart')}
        </button>
      </div>
    )
  }
  return (
    <>
      <p className="audio-book-chapter" role="status">
        {chapters[at] ? <bdi>{chapters[at].title}</bdi> : ' '}
      </p>
      <div dir="ltr">
        <input
          className="audio-book-seek"
          type="range"
          min={0}
          max={Math.max(1, Math.floor(duration))}
          value={Math.floor(time)}
          aria-label={t('player.seek')}
          aria-valuetext={t('player.seek.position', {
            current: formatClock(time, language),
            total: formatClock(duration, language),
          })}
          onChange={event => book.seek(Number(event.target.value))}
        />
        <div className="audio-book-times" aria-hidden="true">
          <span>{formatClock(time, language)}</span>
          <span>{formatClock(duration, language)}</span>
        </div>
        <div className="audio-book-transport">
          <BookButton icon="previous" label={t('common.previous')} onPress={back} />
          <BookButton
            icon="replay"
            label={t('player.seek.back', { count: 10 })}
            onPress={() => book.seek(time - 10)}
          />
          <button
            type="button"
            className="audio-book-play"
            aria-label={isPlaying ? t('player.pause') : t('player.play')}
            onClick={() => book.toggle()}
          >
            <Icon name={isPlaying ? 'pause' : 'play'} />
          </button>
          <BookButton
            icon="forward"
            label={t('player.seek.forward', { count: 10 })}
            onPress={() => book.seek(time + 10)}
          />
          <BookButton icon="next" label={t('common.next')} onPress={forward} />
        </div>
      </div>
      <div className="audio-book-tools">
        <Speed book={book} t={t} />
        <SleepTimer book={book} t={t} />
      </div>
      <Chapters book={book} t={t} language={language} />
      <MiniPlayer book={book} t={t} title={page.title} artwork={page.artwork} />
    </>
  )
}

interface BookButtonProps {
  icon: 'previous' | 'next' | 'replay' | 'forward'
  label: string
  onPress(): void
}

function BookButton({ icon, label, onPress }: BookButtonProps) {
  return (
    <button type="button" className="btn-icon text-2xl" aria-label={label} onClick={onPress}>
      <Icon name={icon} />
    </button>
  )
}

function Speed({ book, t }: Pick<ListeningProps, 'book' | 't'>) {
  const { rate } = useStore($preferences)
  return (
    <label className="audio-book-tool">
      <Icon name="speed" />
      <span>{t('player.speed')}</span>
      <select value={String(rate)} onChange={event => book.setRate(Number(event.target.value))}>
        {RATES.map(speed => (
          <option key={speed} value={speed}>
            {speed === 1 ? t('player.speed.normal') : t('player.speed.value', { speed })}
          </option>
        ))}
      </select>
    </label>
  )
}

function SleepTimer({ book, t }: Pick<ListeningProps, 'book' | 't'>) {
  const [sleep, setSleep] = useState<Sleep>({ kind: 'off' })
  const [choice, setChoice] = useState('off')
  const { time } = useStore(book.$state)
  const chapters = useStore(book.$chapters)

  useEffect(() => {
    if (!isSleepDue(sleep, Date.now(), time)) return
    book.pause()
    setSleep({ kind: 'off' })
    setChoice('off')
  }, [sleep, time, book])

  function choose(id: string) {
    setChoice(id)
    if (id === 'off') setSleep({ kind: 'off' })
    else if (id === 'chapter') setSleep(sleepAtChapterEnd(chapters, time))
    else setSleep(sleepAfter(Number(id), Date.now()))
  }

  return (
    <label className="audio-book-tool">
      <Icon name="sleep" />
      <span>{t('player.book.sleep')}</span>
      <select value={choice} onChange={event => choose(event.target.value)}>
        <option value="off">{t('player.book.sleepOff')}</option>
        {SLEEP_MINUTES.map(minutes => (
          <option key={minutes} value={minutes}>
            {t('player.book.sleepAfter', { count: minutes })}
          </option>
        ))}
        <option value="chapter">{t('player.book.sleepEnd')}</option>
      </select>
    </label>
  )
}

function Chapters({ book, t, language }: Pick<ListeningProps, 'book' | 't' | 'language'>) {
  const { time } = useStore(book.$state)
  const chapters = useStore(book.$chapters)
  const now = chapterAt(chapters, time)
  if (chapters.length === 0) return null
  return (
    <section aria-label={t('player.book.chapters')}>
      <h2 className="audio-book-heading">{t('player.book.chapters')}</h2>
      <ol className="audio-book-chapters">
        {chapters.map(({ title, start }, index) => (
          <li key={start}>
            <button
              type="button"
              aria-current={index === now ? 'true' : undefined}
              onClick={() => {
                book.seek(start)
                book.play()
              }}
            >
              <span className="w-8 text-center">
                {index === now ? <Icon name="play" /> : localDigits(index + 1, language)}
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

/** Stays in sight while the page is scrolled past the big controls. */
function MiniPlayer({
  book,
  t,
  title,
  artwork,
}: Pick<ListeningProps, 'book' | 't'> & { title: string; artwork: string | null }) {
  const { isPlaying, time, duration } = useStore(book.$state)
  const isAway = useIsAway('.audio-book-transport')
  if (!isAway) return null
  return (
    <aside className="audio-book-mini" aria-label={t('player.book.title')}>
      {artwork && <img src={artwork} alt="" width={40} height={60} />}
      <bdi className="flex-1 truncate font-600">{title}</bdi>
      <button
        type="button"
        className="btn-icon text-2xl"
        aria-label={isPlaying ? t('player.pause') : t('player.play')}
        onClick={() => book.toggle()}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </button>
      <span
        className="audio-book-mini-progress"
        dir="ltr"
        style={{ width: `${duration > 0 ? (time / duration) * 100 : 0}%` }}
      />
    </aside>
  )
}

function useIsAway(selector: string) {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const watched = document.querySelector(selector)
    if (!watched) return
    const observer = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false))
    observer.observe(watched)
    return () => observer.disconnect()
  }, [selector])
  return isAway
}
