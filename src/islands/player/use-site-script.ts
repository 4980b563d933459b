import { useEffect } from 'react'

/** The player's page leaves the shell's script out, so that the film has the line to itself at first. */
export function useSiteScript() {
  useEffect(() => void import('#src/lib/boot/boot.browser.ts'), [])
}
