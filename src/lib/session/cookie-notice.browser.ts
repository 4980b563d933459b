/** Sign-in cannot work without cookies, so the page says what is missing instead of sending a code. */
import { acceptsCookies } from '../storage/write-cookie.ts'

if (!acceptsCookies()) {
  const notice = document.querySelector<HTMLElement>('[data-cookie-notice]')
  for (const card of document.querySelectorAll<HTMLElement>('.auth-card'))
    card.hidden = card !== notice
}
