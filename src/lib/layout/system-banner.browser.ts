/** The system message (spec §4): stored with isClosedBefore, shown again when its text changes, in sync across tabs. */
import type { SystemMessage } from '#src/contract/pages.ts'

const KEY = 'system-message'
const ASKED = 'system-message-asked'
type Stored = SystemMessage & { isClosedBefore: boolean }

export function initSystemBanner(): void {
  const banner = document.querySelector<HTMLElement>('[data-system-banner]')
  // The player page has no banner.
  if (!banner) return
  const text = banner.querySelector<HTMLElement>('[data-banner-text]')
  const close = banner.querySelector<HTMLElement>('[data-banner-close]')
  const more = banner.querySelector<HTMLElement>('[data-banner-more]')
  const whole = banner.querySelector<HTMLElement>('[data-banner-whole]')
  /** A message that is cut off opens in full. */
  const offerWhole = () => {
    if (!text || !more) return
    more.hidden = true
    more.hidden = text.scrollHeight - text.clientHeight < 2
  }
  const show = (stored: Stored | null) => {
    banner.hidden = stored === null || stored.isClosedBefore
    if (!stored) return
    banner.dataset.kind = stored.type
    for (const shown of [text, whole])
      if (shown && shown.textContent?.trim() !== stored.text) shown.textContent = stored.text
    if (close) close.hidden = !stored.is_dismissable
    offerWhole()
  }
  const settle = (fetched: SystemMessage | null) => {
    const before = read()
    if (!fetched) localStorage.removeItem(KEY)
    else
      write({ ...fetched, isClosedBefore: before?.text === fetched.text && before.isClosedBefore })
    show(read())
  }
  const brought = rendered(banner, text)
  close?.addEventListener('click', () => {
    const message = read() ?? brought
    if (!message) return
    write({ ...message, isClosedBefore: true })
    show(read())
  })
  addEventListener('storage', ({ key }) => {
    if (key === KEY) show(read())
  })

  addEventListener('resize', offerWhole)
  offerWhole()
  const stored = read()
  const isKnown = stored?.text === brought?.text
  if (stored && isKnown) show(stored)
  if (isKnown && askedWithin(Number(banner.dataset.fresh))) return
  fetch('/api/popup-message', { headers: { 'Accept-Language': document.documentElement.lang } })
    .then(async reply => {
      settle(reply.ok ? ((await reply.json()) as { data: SystemMessage | null }).data : null)
      sessionStorage.setItem(ASKED, String(Date.now()))
    })
    .catch(() => settle(null))
}

/** The message in the HTML. */
function rendered(banner: HTMLElement, text: HTMLElement | null): SystemMessage | null {
  const words = text?.textContent?.trim()
  if (!words) return null
  return {
    text: words,
    type: banner.dataset.kind === 'error' ? 'error' : 'success',
    is_dismissable: banner.dataset.dismissable !== undefined,
  }
}

function askedWithin(milliseconds: number): boolean {
  return Date.now() - Number(sessionStorage.getItem(ASKED) ?? 0) < milliseconds
}

function read(): Stored | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Stored | null
  } catch {
    return null
  }
}
function write(stored: Stored): void {
  localStorage.setItem(KEY, JSON.stringify(stored))
}
