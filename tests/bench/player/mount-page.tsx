/** The player's island as React's StrictMode mounts it, twice, on a page that can take it away again. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Player } from '#src/islands/player/Player.tsx'
import type { PlayerPage } from '#src/lib/player/player-page.ts'

declare global {
  interface Window {
    /** Mounts, waits until the picture moves, and takes everything away. */
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
    video.addEventListener('timeupdate', function look() {
      if (video.currentTime < 0.4) return
      video.removeEventListener('timeupdate', look)
      done()
    })
  })
  root.unmount()
  main.remove()
}
