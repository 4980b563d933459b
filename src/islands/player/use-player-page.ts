import { useEffect, useEffectEvent, useState } from 'react'
import { getContent } from '#src/contract/endpoints/content.ts'
import { api } from '#src/lib/api/browser.ts'
import { fullTitle } from '#src/lib/player/full-title.ts'
import type { PlayerPage } from '#src/lib/player/player-page.ts'
import { playPath } from '#src/lib/routes.ts'
import type { PlayerTexts } from './context.ts'

/** Loads another title into the same page and element, so that full screen is preserved. */
export function usePlayerPage(initialPage: PlayerPage, t: PlayerTexts) {
  const [page, setPage] = useState(initialPage)

  async function load(shortId: string) {
    const [content, { createPlayerPage }] = await Promise.all([
      api(getContent, { params: { short_id: shortId } }),
      import('#src/lib/player/player-page.ts'),
    ])
    const loaded = createPlayerPage(content, null, 'play', t)
    if (!loaded) throw new Error('the title has no file to play')
    return loaded
  }

  function show(loaded: PlayerPage) {
    showTitle(fullTitle(page), fullTitle(loaded), t)
    setPage(loaded)
  }

  function openTitle(shortId: string) {
    const path = playPath({ short_id: shortId }, t.language)
    load(shortId).then(
      loaded => {
        // The URL changes before the page, because the new player reads `?t=` from it.
        history.pushState(null, '', path)
        show(loaded)
      },
      () => location.assign(path),
    )
  }

  const onPopState = useEffectEvent(() => {
    const shortId = location.pathname.split('/').at(-1)
    if (shortId) load(shortId).then(show, () => location.reload())
  })
  useEffect(() => {
    const listener = () => onPopState()
    window.addEventListener('popstate', listener)
    return () => window.removeEventListener('popstate', listener)
  }, [])

  return { page, openTitle }
}

/** Updates the tab's title, the heading and the name of the video, which are outside this island. */
function showTitle(before: string, after: string, t: PlayerTexts): void {
  document.title = document.title.replace(before, () => after)
  const heading = document.querySelector('[data-player-heading]')
  if (heading) heading.textContent = after
  const video = document.querySelector('#player video')
  video?.setAttribute('aria-label', t('player.video', { title: after }))
}
