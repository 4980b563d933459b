/**
 * Grows a panel from a card while a pointer rests on it or the keyboard has focused it. The panel lies over the page, which does not
 * move. On any failure the card stays as it is.
 */
import { CARD_PANEL_MS } from '#src/contract/limits.ts'
import { type Box, cardPanelPath, type PanelPlace, placePanel } from '../catalogue/card-panel.ts'
import { fetchFragment } from '../catalogue/html-fragment.browser.ts'
import { mayPreview, previewViewer } from '../catalogue/preview-rules.ts'
import { loadAllStyles } from '../hydration/all-styles.browser.ts'

/** Time in milliseconds after which a panel is fetched, so that one that a pointer only crosses is not. */
const FETCH_MS = 120
/** Time in milliseconds that a panel waits for its picture. */
const PICTURE_MS = 300
const GROW = { duration: 200, easing: 'cubic-bezier(0.2, 0, 0, 1)' }
const SHRINK = { duration: 150, easing: 'ease-in' }
const WIDE = '(min-width: 60rem)'
const GONE = [404, 410]

type Link = HTMLAnchorElement
type Current = {
  link: Link
  sign: 'pointer' | 'focus'
  ended: AbortController
  /** Null until it is shown. */
  panel: HTMLElement | null
}

let current: Current | null = null
/** The card whose panel was closed with Escape, until the pointer and the focus have left it. */
let dismissed: Link | null = null
/** Removes the panel that is shrinking. */
let finishShrinking = () => {}
/** Panels by path, with the state of their buttons. */
const panels = new Map<string, Promise<HTMLElement | null>>()

export function initCardPanels(): void {
  // Browsers that know inert also know everything else that a panel needs.
  if (!('inert' in HTMLElement.prototype)) return
  addEventListener('pointerover', ({ target, pointerType }) => {
    if (pointerType !== 'touch') pointAt(target)
  })
  document.documentElement.addEventListener('pointerleave', () => pointAt(null))
  addEventListener('focusin', ({ target }) => focusOn(target))
  addEventListener('pagehide', () => {
    close()
    finishShrinking()
    // A page that is restored later must not show old progress.
    panels.clear()
  })
  // The pointer or the focus may already be on a card before this script runs.
  pointAt(document.querySelector('.card-slot:hover'))
  focusOn(document.activeElement)
}

function pointAt(target: EventTarget | null): void {
  // Cards that move under a resting pointer do not take over from the keyboard.
  if (current?.sign === 'focus' || isInPanel(target)) return
  const slot = target instanceof Element ? target.closest('.card-slot') : null
  const link = slot?.querySelector<Link>('.poster-link') ?? null
  if (link && (link === current?.link || link === dismissed)) return
  dismissed = null
  close()
  if (link) start(link, 'pointer')
}

function focusOn(target: EventTarget | null): void {
  if (!(target instanceof Element) || isInPanel(target)) return
  const link = target.matches('.poster-link:focus-visible') ? (target as Link) : null
  if (link ? link === dismissed : current?.sign !== 'focus') return
  dismissed = null
  close()
  if (link) start(link, 'focus')
}

function isInPanel(target: EventTarget | null): boolean {
  return target instanceof Node && (current?.panel?.contains(target) ?? false)
}

function start(link: Link, sign: Current['sign']): void {
  const path = cardPanelPath(link.pathname)
  if (!path || hasOtherAction(link) || !mayGrow()) return
  const ended = new AbortController()
  const { signal } = ended
  const started: Current = { link, sign, ended, panel: null }
  current = started
  let timer: ReturnType<typeof setTimeout> | undefined
  const rest = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const panel = loadPanel(path)
      timer = setTimeout(() => void show(started, panel), CARD_PANEL_MS - FETCH_MS)
    }, FETCH_MS)
  }
  rest()
  signal.addEventListener('abort', () => clearTimeout(timer))
  const on = (type: string, act: (event: Event) => void, options = {}) =>
    addEventListener(type, act, { signal, passive: true, ...options })
  // Scroll events of rows do not bubble. A row also scrolls to a card that gets the focus.
  on('scroll', () => (started.panel ? close() : rest()), { capture: true })
  on('resize', close)
  on('pointerdown', ({ target }) => isInPanel(target) || close())
  on('keydown', event => {
    if ((event as KeyboardEvent).key !== 'Escape') return
    dismissed = link
    close()
  })
  if (sign === 'focus')
    on('pointermove', ({ target }) => {
      close()
      pointAt(target)
    })
}

/** A panel would cover the button that removes a card from a list. */
function hasOtherAction(link: Link): boolean {
  return link.parentElement?.querySelector('.card-action:not(.card-bookmark)') !== null
}

function mayGrow(): boolean {
  const viewer = previewViewer()
  return mayPreview(viewer) && viewer.matches(WIDE)
}

function loadPanel(path: string): Promise<HTMLElement | null> {
  const panel = panels.get(path) ?? fetchPanel(path)
  panels.set(path, panel)
  return panel
}

async function fetchPanel(path: string): Promise<HTMLElement | null> {
  // A style sheet that has failed is requested again.
  failedSheet()?.remove()
  const [{ status, nodes }] = await Promise.all([
    fetchFragment(path, '.card-panel'),
    loadAllStyles(),
    loadCardState(),
  ])
  const panel = nodes?.find(node => node instanceof HTMLElement)
  // The panel would be below the page if its style sheet is missing.
  if (!panel || failedSheet()) {
    if (!GONE.includes(status)) panels.delete(path)
    return null
  }
  const picture = panel.querySelector('img')
  const patience = new Promise(done => setTimeout(done, PICTURE_MS))
  await Promise.race([picture?.decode().catch(() => {}), patience])
  return panel
}

/** Returns the full style sheet if it did not load (lib/hydration/all-styles.browser.ts). */
function failedSheet(): Element | null {
  return document.querySelector('link[rel=stylesheet][data-failed]')
}

/** Shows bookmarks and progress of signed-in viewers; also on pages whose own cards come from islands. */
async function loadCardState(): Promise<unknown> {
  if (!('signedIn' in document.documentElement.dataset)) return
  return import('./card-state.browser.ts').catch(() => {})
}

async function show(started: Current, loading: Promise<HTMLElement | null>): Promise<void> {
  const panel = await loading.catch(() => null)
  const { link, sign, ended } = started
  if (!panel || ended.signal.aborted || started.panel || !isStillOn(started)) return
  finishShrinking()
  started.panel = panel
  panel.inert = sign === 'focus'
  panel.toggleAttribute('data-focused', sign === 'focus')
  const { searchQuery, searchPosition } = link.dataset
  const details = panel.querySelector<Link>('.card-panel-link')
  if (details && searchQuery) Object.assign(details.dataset, { searchQuery, searchPosition })
  document.querySelector('main')?.append(panel)
  if (panel.dataset.ready === undefined) {
    panel.dataset.ready = ''
    panel.dispatchEvent(new Event('pardeh:cards', { bubbles: true }))
  }
  const growth = panel.animate([small(place(panel, link)), ...GROWN], GROW)
  const pressCard = (event: Event) => {
    if (growth.playState !== 'running') return
    event.preventDefault()
    event.stopPropagation()
    link.click()
  }
  // A press while the panel grows was meant for the card.
  panel.addEventListener('click', pressCard, { capture: true, signal: ended.signal })
  if (sign === 'focus') playTrailer(panel, ended.signal)
}

/** Plays the trailer of a panel that the keyboard has opened, for no pointer enters it. */
function playTrailer(panel: HTMLElement, signal: AbortSignal): void {
  const slot = panel.querySelector<HTMLElement>('.card-slot')
  if (!slot?.querySelector('[data-trailer]')) return
  import('../catalogue/trailer-preview.browser.ts').then(
    it => signal.aborted || it.previewCard(slot),
    () => {},
  )
}

const GROWN: Keyframe[] = [
  { opacity: 1, offset: 0.5 },
  { opacity: 1, transform: 'none' },
]

function small({ from: { x, y, scale } }: PanelPlace): Keyframe {
  return { opacity: 0, transform: `translate(${x}px, ${y}px) scale(${scale})` }
}

function isStillOn({ link, sign }: Current): boolean {
  return sign === 'focus' ? link.matches(':focus-visible') : link.matches(':hover')
}

/** Gives a panel its size and its place in the document. */
function place(panel: HTMLElement, link: Link): PanelPlace {
  const card = link.getBoundingClientRect()
  panel.style.setProperty('--card-width', `${card.width}px`)
  panel.style.setProperty('--card-height', `${card.height}px`)
  const size = { width: panel.offsetWidth, height: panel.offsetHeight }
  const gutter = Number.parseFloat(getComputedStyle(panel).scrollMarginInlineStart) || 0
  const placed = placePanel({ card, size, view: uncoveredView(), gutter })
  const { clientWidth, dir } = document.documentElement
  const start = dir === 'rtl' ? clientWidth - placed.x - size.width : placed.x
  panel.style.insetInlineStart = `${start}px`
  panel.style.insetBlockStart = `${placed.y + scrollY}px`
  return placed
}

/** Returns the part of the viewport between the header and what is fixed at the bottom. */
function uncoveredView(): Box {
  const { clientWidth, clientHeight } = document.documentElement
  const boxes = (selector: string) =>
    [...document.querySelectorAll(selector)]
      .map(element => element.getBoundingClientRect())
      .filter(({ height }) => height > 0)
  const top = Math.max(0, ...boxes('.site-header').map(({ bottom }) => bottom))
  const bars = boxes('.bottom-stack > :not(.elevator)')
  const bottom = Math.min(clientHeight, ...bars.map(bar => bar.top))
  return { x: 0, y: top, width: clientWidth, height: bottom - top }
}

function close(): void {
  if (!current) return
  const { link, panel, ended } = current
  current = null
  ended.abort()
  if (!panel) return
  if (panel.contains(document.activeElement)) returnFocus(link)
  // The trailer stops. No pointer leaves a panel that disappears under it.
  panel.firstElementChild?.dispatchEvent(new PointerEvent('pointerleave'))
  panel.inert = true
  const shrinking = panel.animate({ opacity: 0, transform: 'scale(0.94)' }, SHRINK)
  finishShrinking = () => {
    shrinking.cancel()
    panel.remove()
    finishShrinking = () => {}
  }
  shrinking.onfinish = finishShrinking
}

/** Moves the focus from a panel that closes to its card, whose panel does not open for that. */
function returnFocus(link: Link): void {
  const before = dismissed
  dismissed = link
  link.focus({ preventScroll: true })
  dismissed = before
}
