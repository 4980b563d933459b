import { use, useEffect, useState } from 'react'
import type { Language } from '#src/contract/languages.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import type { PlayerPage } from '#src/lib/player/player-page.ts'
import { destroyPlayer, getPlayer } from '#src/lib/player/player-registry.ts'
import { isTvMode } from '#src/lib/tv/tv.ts'
import { PlayerContext } from './context.ts'
import { PlayerControls } from './PlayerControls.tsx'
import { TitleBar } from './TitleBar.tsx'
import { usePlayerPage } from './use-player-page.ts'
import { useSiteScript } from './use-site-script.ts'

const NAMESPACES = ['player', 'common'] as const

interface PlayerProps {
  initialPage: PlayerPage
  language: Language
  /** Id of the element that contains the video and goes full screen. */
  rootId: string
}

type Attached = Pick<PlayerContext, 'player' | 'video' | 'root' | 'isTv'>

export function Player({ initialPage, language, rootId }: PlayerProps) {
  const t = use(loadT(language, NAMESPACES))
  const { page, openTitle } = usePlayerPage(initialPage, t)
  useSiteScript()
  const [attached, setAttached] = useState<Attached | null>(null)

  useEffect(() => {
    const root = document.getElementById(rootId)
    const video = root?.querySelector('video')
    if (!root || !video) return
    const { target, descriptor } = page
    const player = getPlayer(video, { target, descriptor, language })
    setAttached({ player, video, root, isTv: isTvMode() })
  }, [page, rootId, language])

  useEffect(() => {
    const video = document.getElementById(rootId)?.querySelector('video')
    return () => {
      if (video) destroyPlayer(video)
    }
  }, [rootId])

  if (!attached) return <TitleBar page={initialPage} backLabel={t('player.back')} />
  return (
    <PlayerContext value={{ ...attached, t, language }}>
      <PlayerControls page={page} openTitle={openTitle} />
    </PlayerContext>
  )
}
