/** Mounts the player's island in StrictMode, which mounts it twice, and unmounts it. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Player } from '#src/islands/player/Player.tsx'
import type { PlayerPage } from '#src/lib/player/player-page.ts'

declare global {
  interface Window {
    /** Mounts, waits until playback advances, and unmounts. */
    mountOnce(playerPage: PlayerPage): Promise<void>
  }
}

window.mountOnce = async playerPage => {
  const main = document.createElement('main')
  main.id = 'player'
  main.className = 'player'
  main.append(document.createElement('video'), document.createElement('div'))
  document.body.append(main)
  const [video, container] = [main.querySelector('video'), main.querySelector('div')]
  if (!video || !container) return
  video.muted = true
  const root = createRoot(container)
  root.render(
    <StrictMode>
      <Player initialPage={playerPage} language="fa" rootId="player" />
    </StrictMode>,
  )
  await new Promise<void>(done => {
    video.addEventListener('timeupdate', function onTimeUpdate() {
      if (video.currentTime < 0.4) return
      video.removeEventListener('timeupdate', onTimeUpdate)
      done()
    })
  })
  root.unmount()
  main.remove()
}
