/** The system message (spec §4): stored with isClosedBefore, reopened by another text, followed across tabs. */
import type { SystemMessage } from '#src/contract/pages.ts'

const KEY = 'system-message'
type Stored = SystemMessage & { isClosedBefore: boolean }

export function followBanner(): void {
  const banner = document.querySelector<HTMLElement>('[data-system-banner]')
  if (!banner) return
  const text = banner.querySelector<HTMLElement>('[data-banner-text]')
  const close = banner.querySelector<HTMLElement>('[data-banner-close]')
  const show = (stored: Stored | null) => {
    banner.hidden = stored === null || stored.isClosedBefore
    if (!stored) return
    banner.dataset.kind = stored.type
    if (text && text.textContent !== stored.text) text.textContent = stored.text
    if (close) close.hidden = !stored.is_dismissable
  }
  const settle = (fetched: SystemMessage | null) => {
    const before = read()
    if (!fetched) localStorage.removeItem(KEY)
    else
      write({ ...fetched, isClosedBefore: before?.text === fetched.text && before.isClosedBefore })
    show(read())
  }
  close?.addEventListener('click', () => {
    const stored = read()
    if (!stored) return
    write({ ...stored, isClosedBefore: true })
    show(read())
  })
  addEventListener('storage', ({ key }) => {
    if (key === KEY) show(read())
  })
  if (!banner.hidden && read()?.text === text?.textContent) show(read())
  const language = document.documentElement.lang
  fetch('/api/popup-message', { headers: { 'Accept-Language': language } })
    .then(async reply =>
      settle(reply.ok ? ((await reply.json()) as { data: SystemMessage | null }).data : null),
    )
    .catch(() => settle(null))
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
