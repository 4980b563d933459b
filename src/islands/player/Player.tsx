import { useStore } from '@nanostores/react'
import { use, useEffect, useEffectEvent, useState } from 'react'
import type { Language } from '#src/lib/i18n/languages.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import type { Command } from '#src/lib/player/keymap.ts'
import type { Player as Core } from '#src/lib/player/player-interface.ts'
import { destroyPlayer, playerFor } from '#src/lib/player/player-registry.ts'
import { stepRate } from '#src/lib/player/tracks.ts'
import { Captions } from './Captions.tsx'
import { ControlBar } from './ControlBar.tsx'
import { PlayerContext, usePlayer } from './context.ts'
import { EpisodesPanel } from './EpisodesPanel.tsx'
import { Failure } from './Failure.tsx'
import { focusFirst, moveFocus } from './focus.ts'
import { toggleFullscreen } from './fullscreen.ts'
import { Icon } from './Icon.tsx'
import { AdvertBar, NextEpisodeCard, SkipIntro } from './OverlayPrompts.tsx'
import { togglePip } from './pip.ts'
import { type Page, SettingsPanel } from './SettingsPanel.tsx'
import { useControlsVisibility } from './use-controls-visibility.ts'
import { useKeys } from './use-keys.ts'
import { useMediaSession } from './use-media-session.ts'
import { type PlayerPage, usePlayerPage } from './use-player-page.ts'
import { useSiteScript } from './use-site-script.ts'
import { VideoSurface } from './VideoSurface.tsx'

const NAMESPACES = ['player', 'common'] as const

interface PlayerProps {
  first: PlayerPage
  language: Language
  isTv: boolean
  /** The element of the page that holds the video and goes full screen. */
  rootId: string
}

export function Player({ first, language, isTv, rootId }: PlayerProps) {
  const t = use(loadT(language, NAMESPACES))
  const { page, show } = usePlayerPage(first, t)
  useSiteScript()
  const [stage, setStage] = useState<{
    player: Core
    video: HTMLVideoElement
    root: HTMLElement
  } | null>(null)

  useEffect(() => {
    const root = document.getElementById(rootId)
    const video = root?.querySelector('video')
    if (!root || !video) return
    const { target, descriptor } = page
    setStage({ player: playerFor(video, { target, descriptor, language, isTv }), video, root })
  }, [page, rootId, language, isTv])

  useEffect(() => {
    const video = document.getElementById(rootId)?.querySelector('video')
    return () => {
      if (video) destroyPlayer(video)
    }
  }, [rootId])

  if (!stage) return <Title page={first} back={t('player.back')} />
  return (
    <PlayerContext value={{ ...stage, t, language, isTv }}>
      <Controls page={page} onShow={show} />
    </PlayerContext>
  )
}

type Open = { kind: 'settings'; page: Page } | { kind: 'episodes' } | null

interface ControlsProps {
  page: PlayerPage
  onShow(shortId: string): void
}

function Controls({ page, onShow }: ControlsProps) {
  const { player, video, root, t, isTv } = usePlayer()
  const playback = useStore(player.$state)
  const descriptor = useStore(player.$descriptor)
  const [open, setOpen] = useState<Open>(null)
  const isStill = playback.status !== 'playing' && playback.status !== 'waiting'
  const { areControlsVisible, wake, sleep } = useControlsVisibility(
    root,
    open !== null || isStill,
    isTv,
  )
  const next = descriptor?.next ?? null
  const playNext = next ? () => onShow(next.short_id) : null
  const isTitle = playback.stage === 'title'

  useMediaSession(player, video, page, playNext)
  const run = useCommands({
    open,
    areControlsVisible,
    playNext,
    close: () => setOpen(null),
    wake,
    back: page.backPath,
  })
  useKeys({ root, isTv, isMenuOpen: open !== null, areControlsVisible: areControlsVisible, run })
  useIdleAttribute(root, areControlsVisible)

  return (
    <>
      {isTitle && <Captions isLifted={areControlsVisible} />}
      <VideoSurface
        areControlsVisible={areControlsVisible}
        onTap={areControlsVisible ? sleep : wake}
      />
      <div className="controls" data-visible={areControlsVisible ? '' : undefined}>
        <Title page={page} back={t('player.back')} />
        {isTitle && playback.status !== 'failed' && (
          <ControlBar
            hasEpisodes={page.seriesId !== null}
            onSettings={page => setOpen({ kind: 'settings', page })}
            onEpisodes={() => setOpen({ kind: 'episodes' })}
            onNext={playNext}
          />
        )}
      </div>
      {isTitle && playback.status !== 'failed' && (
        <div
          className="overlay-prompts"
          data-raised={areControlsVisible ? '' : undefined}
          data-focus-row="offers"
        >
          <SkipIntro />
          <NextEpisodeCard onPlay={it => onShow(it.short_id)} />
        </div>
      )}
      {!isTitle && <AdvertBar />}
      {playback.status === 'failed' && <Failure page={page} />}
      {open?.kind === 'settings' && (
        <SettingsPanel key={open.page} first={open.page} onClose={() => setOpen(null)} />
      )}
      {open?.kind === 'episodes' && page.seriesId !== null && (
        <EpisodesPanel
          seriesId={page.seriesId}
          currentId={page.shortId}
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

export function Title({ page, back }: { page: PlayerPage; back: string }) {
  return (
    <div className="title-bar" data-focus-row="top">
      <a className="control" href={page.backPath} aria-label={back} data-astro-prefetch="false">
        <Icon name="back" />
      </a>
      <div className="min-w-0">
        <p className="title-bar-title">
          <bdi>{page.title}</bdi>
        </p>
        {page.subtitle && (
          <p className="title-bar-subtitle">
            <bdi>{page.subtitle}</bdi>
          </p>
        )}
      </div>
    </div>
  )
}

interface CommandContext {
  open: Open
  areControlsVisible: boolean
  playNext: (() => void) | null
  back: string
  close(): void
  wake(): void
}

function useCommands({ open, areControlsVisible, playNext, close, wake, back }: CommandContext) {
  const { player, video, root, isTv, language } = usePlayer()
  return function run(command: Command) {
    const { volume, playbackRate: rate, muted: isMuted } = video
    const { start, end } = player.$timeline.get()
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
        return isTv && !areControlsVisible ? focusFirst(root) : moveFocus(root, command.direction)
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
function useIdleAttribute(root: HTMLElement, isShown: boolean) {
  const tell = useEffectEvent(() => {
    root.toggleAttribute('data-idle', !isShown)
  })
  useEffect(() => tell(), [isShown])
}
