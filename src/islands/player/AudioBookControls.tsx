import { useStore } from '@nanostores/react'
import { lazy, Suspense } from 'react'
import type { Language } from '#src/contract/languages.ts'
import type { AudioBookPlayer } from '#src/lib/player/audio-book-player.ts'
import { chapterAt, nextChapter, previousChapter } from '#src/lib/player/chapters.ts'
import { FAILURES } from '#src/lib/player/failure.ts'
import {
  playbackFailureLabels,
  playbackFailureText,
  playerReturnPath,
} from '#src/lib/player/failure-view.ts'
import { isLockFailure } from '#src/lib/player/lock-reason.ts'
import type { PlayerPage } from '#src/lib/player/player-page.ts'
import { SKIP_SECONDS } from '#src/lib/player/scrub.ts'
import { formatClock } from '#src/lib/text/duration.ts'
import { ChapterList } from './ChapterList.tsx'
import type { PlayerTexts } from './context.ts'
import { Icon } from './Icon.tsx'
import { MiniPlayer } from './MiniPlayer.tsx'
import { RateSelect } from './RateSelect.tsx'
import { ShareButton } from './ShareButton.tsx'
import { SleepTimerSelect } from './SleepTimerSelect.tsx'
import { useAudioBookMediaSession } from './use-media-session.ts'

/** Only viewers without access need it. If it cannot be loaded, the text gives the reason. */
const LockScreen = lazy(() => import('./LockScreen.tsx').catch(() => ({ default: LockText })))

function LockText({ text }: { text: string }) {
  return <p>{text}</p>
}

interface AudioBookControlsProps {
  player: AudioBookPlayer
  t: PlayerTexts
  language: Language
  page: PlayerPage
}

export function AudioBookControls({ player, t, language, page }: AudioBookControlsProps) {
  const { time, duration, failure } = useStore(player.$state)
  const chapters = useStore(player.$chapters)
  const chapter = chapters[chapterAt(chapters, time)]
  const toPrevious = () => player.seek(previousChapter(chapters, time)?.start ?? 0)
  const toNext = () => player.seek(nextChapter(chapters, time)?.start ?? duration)
  useAudioBookMediaSession(player, page, toPrevious, toNext)

  if (failure) {
    const text = playbackFailureText(failure, page.action, t)
    const { title, retry } = playbackFailureLabels(failure.kind, t)
    return (
      <div role="alert" className="audio-book-failure">
        {isLockFailure(failure.kind) ? (
          <Suspense fallback={<LockText text={text} />}>
            <LockScreen
              kind={failure.kind}
              page={page}
              language={language}
              text={text}
              returnTo={playerReturnPath(location.pathname, time)}
            />
          </Suspense>
        ) : (
          <>
            {failure.kind === 'stream_stopped' && <h2 className="text-lg font-700">{title}</h2>}
            <LockText text={text} />
          </>
        )}
        {FAILURES[failure.kind].retry && (
          <button type="button" className="btn-action" onClick={() => void player.retry()}>
            {retry}
          </button>
        )}
      </div>
    )
  }
  return (
    <>
      <p className="audio-book-chapter" role="status">
        {chapter ? <bdi>{chapter.title}</bdi> : ' '}
      </p>
      <div dir="ltr">
        <SeekInput player={player} t={t} language={language} />
        <Transport player={player} t={t} toPrevious={toPrevious} toNext={toNext} />
      </div>
      <div className="audio-book-tools">
        <RateSelect player={player} t={t} />
        <SleepTimerSelect player={player} t={t} />
        <ShareButton
          t={t}
          className="audio-book-tool"
          title={page.title}
          position={() => player.$state.get().time}
        />
      </div>
      <ChapterList player={player} t={t} language={language} />
      <MiniPlayer player={player} t={t} title={page.title} artwork={page.artwork} />
    </>
  )
}

function SeekInput({ player, t, language }: Omit<AudioBookControlsProps, 'page'>) {
  const { time, duration } = useStore(player.$state)
  const [current, total] = [formatClock(time, language), formatClock(duration, language)]
  return (
    <>
      <input
        className="audio-book-seek"
        type="range"
        min={0}
        max={Math.max(1, Math.floor(duration))}
        value={Math.floor(time)}
        aria-label={t('player.seek')}
        aria-valuetext={t('player.seek.position', { current, total })}
        onChange={event => player.seek(Number(event.target.value))}
      />
      <div className="audio-book-times" aria-hidden="true">
        <span>{current}</span>
        <span>{total}</span>
      </div>
    </>
  )
}

interface TransportProps {
  player: AudioBookPlayer
  t: PlayerTexts
  toPrevious(): void
  toNext(): void
}

function Transport({ player, t, toPrevious, toNext }: TransportProps) {
  const { shouldPlay, time } = useStore(player.$state)
  return (
    <div className="audio-book-transport">
      <TransportButton icon="previous" label={t('common.previous')} onPress={toPrevious} />
      <TransportButton
        icon="replay"
        label={t('player.seek.back', { count: SKIP_SECONDS })}
        onPress={() => player.seek(time - SKIP_SECONDS)}
      />
      <button
        type="button"
        className="audio-book-play"
        aria-label={shouldPlay ? t('player.pause') : t('player.play')}
        onClick={() => player.toggle()}
      >
        <Icon name={shouldPlay ? 'pause' : 'play'} />
      </button>
      <TransportButton
        icon="forward"
        label={t('player.seek.forward', { count: SKIP_SECONDS })}
        onPress={() => player.seek(time + SKIP_SECONDS)}
      />
      <TransportButton icon="next" label={t('common.next')} onPress={toNext} />
    </div>
  )
}

interface TransportButtonProps {
  icon: 'previous' | 'next' | 'replay' | 'forward'
  label: string
  onPress(): void
}

function TransportButton({ icon, label, onPress }: TransportButtonProps) {
  return (
    <button type="button" className="btn-icon text-2xl" aria-label={label} onClick={onPress}>
      <Icon name={icon} />
    </button>
  )
}
