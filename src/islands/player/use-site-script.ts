import { useEffect } from 'react'
import { isTvMode } from '#src/lib/tv/tv.ts'

/** Loads the site's script late on the player page, so that the video gets the bandwidth first. Playback does not need it. */
export function useSiteScript() {
  useEffect(() => {
    // An import of the module itself would make the bundler add a namespace object to the script of every page.
    // The player has no preload script, and its own sizes for TVs.
    if (isTvMode()) document.documentElement.dataset.tv = ''
    for (const path of document.body.dataset.boot?.split(' ') ?? [])
      import(/* @vite-ignore */ path).catch(() => {})
  }, [])
}
