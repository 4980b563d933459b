/**
 * The system message (spec §4): stored with isClosedBefore, shown again when its text changes, synchronised across
 * tabs.
 */

import type { Envelope } from '#src/contract/envelope.ts'
import type { SystemMessage } from '#src/contract/pages.ts'
import { deviceStorage, tabStorage } from '../storage/web-storage.ts'

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
  /** A truncated message can be opened in full. */
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
    if (!fetched) deviceStorage.remove(KEY)
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
      const body = reply.ok ? ((await reply.json()) as Partial<Envelope<SystemMessage>>) : null
      settle(body?.meta?.operation_result === 'success' ? (body.data ?? null) : null)
      tabStorage.set(ASKED, String(Date.now()))
    })
    .catch(() => settle(null))
}

/** Returns the message in the HTML. */
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
  return Date.now() - Number(tabStorage.get(ASKED)) < milliseconds
}

function read(): Stored | null {
  try {
    return JSON.parse(String(deviceStorage.get(KEY))) as Stored | null
  } catch {
    return null
  }
}
function write(stored: Stored): void {
  deviceStorage.set(KEY, JSON.stringify(stored))
}
