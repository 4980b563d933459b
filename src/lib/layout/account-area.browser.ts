import { setViewerAttributes } from '../boot/viewer-attributes.ts'
import { readStateCookie } from '../session/state.ts'
import { readCookies } from '../storage/read-cookies.ts'
import { childGreeting } from './child-greeting.ts'

/** Shows the viewer of the `state` cookie in the account area, before any island hydrates. */
export function showAccountArea(): void {
  const { user, profile } = readStateCookie(readCookies())
  setViewerAttributes({ user, profile })
  const path = profile?.avatar || user?.avatar
  if (path)
    for (const image of document.querySelectorAll<HTMLImageElement>('[data-avatar] img'))
      image.src = `${path}-100.avif`
  for (const greeting of document.querySelectorAll<HTMLElement>('[data-hello]'))
    if (profile) greeting.textContent = childGreeting(profile.name, greeting.dataset.hello ?? '')
}
