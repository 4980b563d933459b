import { useEffect } from 'react'

/** The player page loads the site's script only now, so that the film gets the bandwidth first; without it the film goes on. */
export function useSiteScript() {
  useEffect(() => void import('#src/lib/boot/boot.browser.ts').catch(() => {}), [])
}
