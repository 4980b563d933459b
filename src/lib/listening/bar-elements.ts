/** Elements of the bar at the bottom of the page, without a framework because every page may show it. */
import type { Language } from '#src/contract/languages.ts'
import type { Key } from '../i18n/keys.ts'
import type { Translate } from '../i18n/translate.ts'
import { localDigits } from '../text/digits.ts'
import type { Listening } from './listening.ts'

const SKIP_SECONDS = 15
const ICONS = {
  play: 'M7 4v16l13-8z',
  pause: 'M6 4h4v16H6zM14 4h4v16h-4z',
  close:
    'M6.4 5 5 6.4 10.6 12 5 17.6 6.4 19l5.6-5.6 5.6 5.6 1.4-1.4-5.6-5.6L19 6.4 17.6 5 12 10.6z',
}

interface BarView {
  isPlaying: boolean
  /** Reason why it does not play; empty while it plays. */
  message: string
  /** URL of the player page at the current second. */
  href: string
}

interface Presses {
  toggle(): void
  skip(seconds: number): void
  close(): void
}

export interface Bar {
  root: HTMLElement
  audio: HTMLAudioElement
  skipSeconds: number
  failedText: string
  blockedText: string
  show(view: BarView): void
  onPress(presses: Presses): void
}

export function createBar(
  { title, artwork }: Pick<Listening, 'title' | 'artwork'>,
  language: Language,
  t: Translate<Key<'listening'>>,
): Bar {
  const root = element('section', 'listening-bar')
  root.setAttribute('aria-label', t('listening.region'))
  const audio = element('audio')
  const link = element('a', 'listening-link')
  link.setAttribute('aria-label', t('listening.open', { title }))
  const name = element('bdi', 'listening-title')
  name.textContent = title
  const message = element('span', 'listening-message')
  message.setAttribute('role', 'status')
  link.append(...coverOf(artwork), name)
  const count = SKIP_SECONDS
  const back = button(t('listening.back', { count }))
  back.textContent = `−${localDigits(count, language)}`
  const play = button(t('listening.play'))
  const forward = button(t('listening.forward', { count }))
  forward.textContent = `+${localDigits(count, language)}`
  const end = button(t('listening.close'))
  end.append(icon('close'))
  const transport = element('div', 'listening-transport')
  // Time runs from left to right in both languages, as in the player.
  transport.dir = 'ltr'
  transport.append(back, play, forward)
  root.append(audio, link, message, transport, end)
  return {
    root,
    audio,
    skipSeconds: count,
    failedText: t('listening.failed'),
    blockedText: t('listening.blocked'),
    show({ isPlaying, message: text, href }) {
      link.href = href
      if (message.textContent !== text) message.textContent = text
      const label = t(isPlaying ? 'listening.pause' : 'listening.play')
      if (play.getAttribute('aria-label') === label && play.firstChild) return
      play.setAttribute('aria-label', label)
      play.replaceChildren(icon(isPlaying ? 'pause' : 'play'))
    },
    onPress(presses) {
      back.onclick = () => presses.skip(-count)
      forward.onclick = () => presses.skip(count)
      play.onclick = () => presses.toggle()
      end.onclick = () => presses.close()
    },
  }
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className = '') {
  const made = document.createElement(name)
  if (className) made.className = className
  return made
}

function button(label: string): HTMLButtonElement {
  const made = element('button', 'listening-button')
  made.type = 'button'
  made.setAttribute('aria-label', label)
  return made
}

function coverOf(artwork: string | null): HTMLElement[] {
  if (!artwork) return []
  const cover = element('img', 'listening-cover')
  Object.assign(cover, { src: artwork, alt: '', width: 32, height: 48 })
  return [cover]
}

function icon(name: keyof typeof ICONS): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const path = document.createElementNS(svg.namespaceURI, 'path') as SVGPathElement
  for (const [key, value] of Object.entries({
    viewBox: '0 0 24 24',
    width: '24',
    height: '24',
    fill: 'currentColor',
    'aria-hidden': 'true',
  }))
    svg.setAttribute(key, value)
  path.setAttribute('d', ICONS[name])
  svg.append(path)
  return svg
}
