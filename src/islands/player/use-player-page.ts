import { useEffect, useEffectEvent, useState } from 'react'
import { getContent } from '#src/contract/endpoints/content.ts'
import { api } from '#src/lib/api/browser.ts'
import { type PlayerPage, playerPageOf } from '#src/lib/player/player-page.ts'
import { playPath } from '#src/lib/routes.ts'
import type { PlayerTexts } from './context.ts'

export type { PlayerPage }

/** What is on: the next episode comes into the same element, so that full screen stays. */
export function usePlayerPage(first: PlayerPage, t: PlayerTexts) {
  const [page, setScreening] = useState(first)

  async function find(shortId: string) {
    const content = await api(getContent, { params: { short_id: shortId } })
    const opened = playerPageOf(content, null, 'play', t)
    if (!opened) throw new Error('nothing to play')
    return opened
  }

  function set(opened: PlayerPage) {
    document.title = document.title.replace(page.title, () => opened.title)
    setScreening(opened)
  }

  function show(shortId: string) {
    const path = playPath({ short_id: shortId }, t.language)
    find(shortId).then(
      opened => {
        // First the address: a second that the old one names is none of the next episode's.
        history.pushState(null, '', path)
        set(opened)
      },
      () => location.assign(path),
    )
  }

  const onBack = useEffectEvent(() => {
    const shortId = location.pathname.split('/').at(-1)
    if (shortId) find(shortId).then(set, () => location.reload())
  })
  useEffect(() => {
    const listen = () => onBack()
    window.addEventListener('popstate', listen)
    return () => window.removeEventListener('popstate', listen)
  }, [])

  return { page, show }
}
