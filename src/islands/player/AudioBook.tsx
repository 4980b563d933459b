import { use, useEffect, useRef, useState } from 'react'
import type { Content } from '#src/contract/content.ts'
import type { Language } from '#src/contract/languages.ts'
import { POSTER_SIZE } from '#src/contract/limits.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { saveListeningOnExit } from '#src/lib/listening/listening.ts'
import { type AudioBookPlayer, createAudioBookPlayer } from '#src/lib/player/audio-book-player.ts'
import type { PlayerPage } from '#src/lib/player/player-page.ts'
import { contentPath } from '#src/lib/routes.ts'
import { AudioBookControls } from './AudioBookControls.tsx'
import { Icon } from './Icon.tsx'
import { useSiteScript } from './use-site-script.ts'

const NAMESPACES = ['player', 'common'] as const

interface AudioBookProps {
  page: PlayerPage
  content: Pick<Content, 'title' | 'short_id' | 'slug' | 'tagline'>
  language: Language
}

export function AudioBook({ page, content, language }: AudioBookProps) {
  const t = use(loadT(language, NAMESPACES))
  useSiteScript()
  const audio = useRef<HTMLAudioElement>(null)
  const [player, setPlayer] = useState<AudioBookPlayer | null>(null)
  useEffect(() => {
    if (!audio.current) return
    const created = createAudioBookPlayer(audio.current, page)
    setPlayer(created)
    const stopSaving = saveListeningOnExit(page, created.$state)
    // The stream was released, and the book may have been played elsewhere: only the service knows the position.
    const reload = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    window.addEventListener('pageshow', reload)
    return () => {
      window.removeEventListener('pageshow', reload)
      stopSaving()
      created.destroy()
    }
  }, [page])
  return (
    <div className="audio-book">
      {/* biome-ignore lint/a11y/useMediaCaption: an audio book is spoken text */}
      <audio ref={audio} preload="metadata" />
      <a
        className="audio-book-back"
        href={contentPath(content, language)}
        aria-label={t('player.back')}
      >
        <Icon name="back" />
      </a>
      {page.artwork && (
        <img className="audio-book-cover" src={page.artwork} alt="" {...POSTER_SIZE} />
      )}
      <div className="audio-book-details">
        <h1 className="audio-book-title">
          <bdi>{content.title}</bdi>
        </h1>
        <p className="audio-book-tagline">{content.tagline ?? t('player.book.title')}</p>
        {player && <AudioBookControls player={player} t={t} language={language} page={page} />}
      </div>
    </div>
  )
}
