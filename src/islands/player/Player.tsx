import { useStore } from '@nanostores/react'
import { use, useEffect, useEffectEvent, useState } from 'react'
import type { Language } from '#src/lib/i18n/languages.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import type { Command } from '#src/lib/player/keymap.ts'
import { endPlayer, playerOn } from '#src/lib/player/start.ts'
import { stepRate } from '#src/lib/player/tracks.ts'
import type { Player as Core } from '#src/lib/player/verbs.ts'
import { Bar } from './Bar.tsx'
import { Captions } from './Captions.tsx'
import { PlayerContext, usePlayer } from './context.ts'
import { Episodes } from './Episodes.tsx'
import { focusFirst, moveFocus } from './focus.ts'
import { toggleFullscreen } from './fullscreen.ts'
import { Icon } from './Icon.tsx'
import { Failure } from './Messages.tsx'
import { AdvertBar, NextCard, SkipIntro } from './Offers.tsx'
import { togglePip } from './pip.ts'
import { type Page, Settings } from './Settings.tsx'
import { Surface } from './Surface.tsx'
import { useAwake } from './use-awake.ts'
import { useKeys } from './use-keys.ts'
import { useMediaSession } from './use-media-session.ts'
import { type Screening, useScreening } from './use-screening.ts'
import { useShell } from './use-shell.ts'

const NAMESPACES = ['player', 'common'] as const

interface PlayerProps {
  first: Screening
  language: Language
  isTv: boolean
  /** The element of the page that holds the video and goes full screen. */
  rootId: string
}

export function Player({ first, language, isTv, rootId }: PlayerProps) {
  const t = use(loadT(language, NAMESPACES))
  const { screening, show } = useScreening(first, t)
  useShell()
  const [stage, setStage] = useState<{
    player: Core
    video: HTMLVideoElement
    root: HTMLElement
  } | null>(null)

  useEffect(() => {
    const root = document.getElementById(rootId)
    const video = root?.querySelector('video')
    if (!root || !video) return
    const { target, offer } = screening
    setStage({ player: playerOn(video, { target, offer, language, isTv }), video, root })
  }, [screening, rootId, language, isTv])

  useEffect(() => {
    const video = document.getElementById(rootId)?.querySelector('video')
    return () => {
      if (video) endPlayer(video)
    }
  }, [rootId])

  if (!stage) return <Title screening={first} back={t('player.back')} />
  return (
    <PlayerContext value={{ ...stage, t, language, isTv }}>
      <Controls screening={screening} onShow={show} />
    </PlayerContext>
  )
}

type Open = { kind: 'settings'; page: Page } | { kind: 'episodes' } | null

interface ControlsProps {
  screening: Screening
  onShow(shortId: string): void
}

function Controls({ screening, onShow }: ControlsProps) {
  const { player, video, root, t, isTv } = usePlayer()
  const playback = useStore(player.$playback)
  const offer = useStore(player.$offer)
  const [open, setOpen] = useState<Open>(null)
  const isStill = playback.status !== 'playing' && playback.status !== 'waiting'
  const { isAwake, wake, sleep } = useAwake(root, open !== null || isStill, isTv)
  const next = offer?.next ?? null
  const playNext = next ? () => onShow(next.short_id) : null
  const isTitle = playback.stage === 'title'

  useMediaSession(player, video, screening, playNext)
  const run = useCommands({
    open,
    isAwake,
    playNext,
    close: () => setOpen(null),
    wake,
    back: screening.backPath,
  })
  useKeys({ root, isTv, isMenuOpen: open !== null, areControlsShown: isAwake, run })
  useShown(root, isAwake)

  return (
    <>
      {isTitle && <Captions isLifted={isAwake} />}
      <Surface isAwake={isAwake} onTap={isAwake ? sleep : wake} />
      <div className="controls" data-shown={isAwake ? '' : undefined}>
        <Title screening={screening} back={t('player.back')} />
        {isTitle && playback.status !== 'failed' && (
          <Bar
            hasEpisodes={screening.seriesId !== null}
            onSettings={page => setOpen({ kind: 'settings', page })}
            onEpisodes={() => setOpen({ kind: 'episodes' })}
            onNext={playNext}
          />
        )}
      </div>
      {isTitle && playback.status !== 'failed' && (
        <div className="offers" data-lifted={isAwake ? '' : undefined} data-row="offers">
          <SkipIntro />
          <NextCard onPlay={it => onShow(it.short_id)} />
        </div>
      )}
      {!isTitle && <AdvertBar />}
      {playback.status === 'failed' && <Failure screening={screening} />}
      {open?.kind === 'settings' && (
        <Settings key={open.page} first={open.page} onClose={() => setOpen(null)} />
      )}
      {open?.kind === 'episodes' && screening.seriesId !== null && (
        <Episodes
          seriesId={screening.seriesId}
          currentId={screening.shortId}
          onClose={() => setOpen(null)}
          onPlay={episode => {
            setOpen(null)
            onShow(episode.short_id)
          }}
        />
      )}
    </>
  )
}

export function Title({ screening, back }: { screening: Screening; back: string }) {
  return (
    <div className="top" data-row="top">
      <a
        className="control"
        href={screening.backPath}
        aria-label={back}
        data-astro-prefetch="false"
      >
        <Icon name="back" />
      </a>
      <div className="min-w-0">
        <p className="top-title">
          <bdi>{screening.title}</bdi>
        </p>
        {screening.subtitle && (
          <p className="top-subtitle">
            <bdi>{screening.subtitle}</bdi>
          </p>
        )}
      </div>
    </div>
  )
}

interface Commanded {
  open: Open
  isAwake: boolean
  playNext: (() => void) | null
  back: string
  close(): void
  wake(): void
}

function useCommands({ open, isAwake, playNext, close, wake, back }: Commanded) {
  const { player, video, root, isTv, language } = usePlayer()
  return function run(command: Command) {
    const { volume, playbackRate: rate, muted: isMuted } = video
    const { start, end } = player.$position.get()
    if (command.do !== 'back') wake()
    switch (command.do) {
      case 'toggle':
        return player.toggle()
      case 'play':
        return player.play()
      case 'pause':
        return player.pause()
      case 'mute':
        return player.setMuted(!isMuted)
      case 'fullscreen':
        return void toggleFullscreen(root, video)
      case 'pip':
        return void togglePip(video)
      case 'captions':
        return toggleCaptions(player, language)
      case 'next':
        return playNext?.()
      case 'skip':
        return player.seek(video.currentTime + command.seconds)
      case 'volume':
        return player.setVolume((isMuted ? 0 : volume) + command.by)
      case 'rate':
        return player.setRate(stepRate(rate, command.by))
      case 'seekShare':
        return player.seek(start + (end - start) * command.share)
      case 'focus':
        return isTv && !isAwake ? focusFirst(root) : moveFocus(root, command.direction)
      case 'back':
        if (open) return close()
        if (isTv) location.assign(back)
    }
  }
}

function toggleCaptions(player: Core, language: Language) {
  const { captions } = player.$tracks.get()
  const { caption } = player.$selection.get()
  const own = captions.find(track => track.language.startsWith(language)) ?? captions[0]
  player.selectCaption(caption === null ? (own?.id ?? null) : null)
}

/** The page's own styles follow the bar too: the pointer goes with it. */
function useShown(root: HTMLElement, isShown: boolean) {
  const tell = useEffectEvent(() => {
    root.toggleAttribute('data-idle', !isShown)
  })
  useEffect(() => tell(), [isShown])
}
