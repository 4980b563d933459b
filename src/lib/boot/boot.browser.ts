/** The script of every page, without a framework. Code that only some pages need is imported on demand. */

import { initCarousels } from '../catalogue/carousel.browser.ts'
import { loadAllStyles } from '../hydration/all-styles.browser.ts'
import { hydratePopovers } from '../hydration/popover-islands.browser.ts'
import { showAccountArea } from '../layout/account-area.browser.ts'
import { initHeader } from '../layout/header.browser.ts'
import { initSystemBanner } from '../layout/system-banner.browser.ts'
import { initProgressBar } from '../navigation/progress-bar.browser.ts'
import { FLASH_KEY } from '../notifications/flash-key.ts'
import { initSearchForms } from '../search/search-form.browser.ts'
import { isPersonalPage, SESSION_CHANGE_KEY } from '../session/change-marker.ts'
import { readStateCookie } from '../session/state.ts'
import { readCookies } from '../storage/read-cookies.ts'
import { tabStorage } from '../storage/web-storage.ts'
import { INTERACTION_EVENTS } from './deferred-rendering.browser.ts'

const { dataset } = document.documentElement
dataset.js = 'waking'
for (const type of ['error', 'unhandledrejection']) addEventListener(type, report, { once: true })
void runInTasks([
  loadFooter,
  showAccountArea,
  initPopovers,
  initHeader,
  initProgressBar,
  initCarousels,
  awaitCardActions,
  initSearchForms,
  initSession,
  initSystemBanner,
  loadParts,
  () => {
    if ('tv' in dataset) void import('../tv/arrow-keys.browser.ts')
  },
  awaitInteraction,
  () => {
    dataset.js = ''
  },
])

/**
 * Runs each step as its own task, so that input is handled between steps. One long task would delay input on a slow
 * phone.
 */
async function runInTasks(steps: readonly (() => void)[]): Promise<void> {
  for (const step of steps) {
    // A step that throws is reported like any other error, and the next step still runs.
    void Promise.resolve().then(step)
    // Browsers throttle the timers of a hidden page to one per second.
    if (!document.hidden) await new Promise(done => setTimeout(done))
  }
}

function report(event: Event): void {
  mayBeBlocked(import('./error-report.browser.ts').then(module => module.sendErrorReport(event)))
}

/** Ad blockers stop scripts by words in their names. No page depends on these, so it must not reload because one is missing. */
function mayBeBlocked(script: Promise<unknown>): void {
  script.catch(() => {})
}

/** The footer is below the first screen of nearly all pages. */
function loadFooter(): void {
  const footer = document.querySelector<HTMLElement>('[data-footer]')
  if (!footer) return
  const load = () => import('../layout/footer.browser.ts')
  // A press that comes before the code has loaded is repeated.
  addEventListener('click', ({ target }) => {
    const button = (target as Element).closest?.<HTMLElement>('[data-footer-open]')
    if (button && footer.dataset.ready === undefined) void load().then(() => button.click())
  })
  if (scrollY > 0 || footer.getBoundingClientRect().top < innerHeight) void load()
  else addEventListener('scroll', load, { once: true, passive: true })
}

function initPopovers(): void {
  if (!('popover' in HTMLElement.prototype)) void import('../layout/popover-fallback.browser.ts')
  hydratePopovers()
  onIntent(() => import('../layout/header-menus.browser.ts'), '.header-menu')
  onIntent(() => import('../layout/menus.browser.ts'), 'details[data-menu]')
}

/** Loads the code of parts that only some pages have. */
function loadParts(): void {
  const has = (selector: string) => document.querySelector<HTMLMetaElement>(selector)
  if (has('[data-hero]')) void import('../catalogue/hero.browser.ts')
  if (has('.season > ol')) void import('../catalogue/seasons.browser.ts')
  if (has('[data-search-query]')) mayBeBlocked(import('../search/click-tracking.browser.ts'))
  // NaN if the page has no such element.
  if (Math.random() < Number(has('meta[name="web-vitals"]')?.content))
    mayBeBlocked(import('./web-vitals.browser.ts'))
  if (has('meta[name="tag-manager"], meta[name="chat-widget"]'))
    mayBeBlocked(import('../third-party/loader.browser.ts'))
}

/**
 * Loads the pointer, touch and keyboard behaviour of rows and cards. Lists rendered by islands appear after the page.
 */
function awaitCardActions(): void {
  onIntent(() => import('../catalogue/card-actions.browser.ts'), '.card-slot, [data-row]')
}

/** Loads code once, when a pointer or the focus first enters such an element; an empty selector means any element. */
function onIntent(
  load: () => Promise<unknown>,
  selector: string,
  types: readonly string[] = [],
): void {
  const done = new AbortController()
  const act = ({ target }: Event) => {
    if (selector && !(target as Element).closest?.(selector)) return
    done.abort()
    void load()
  }
  for (const type of ['pointerover', 'focusin', ...types])
    addEventListener(type, act, { signal: done.signal, passive: true })
}

function awaitInteraction(): void {
  // The next page tries again if there is no connection.
  const load = () => import('./after-interaction.browser.ts').catch(() => {})
  onIntent(load, '', INTERACTION_EVENTS)
}

function initSession(): void {
  if (document.querySelector('[data-signed-in] [data-content]'))
    void import('../library/card-state.browser.ts')
  const isNeeded = readStateCookie(readCookies()).user || tabStorage.get(FLASH_KEY)
  if (isNeeded || isPersonalPage(location.pathname)) void syncSession()
  else
    addEventListener('storage', function onChange({ key }) {
      if (key !== SESSION_CHANGE_KEY) return
      removeEventListener('storage', onChange)
      showAccountArea()
      void syncSession()
    })
}

/** Loads the session code for signed-in viewers, and for visitors who sign in in another tab. */
async function syncSession(): Promise<void> {
  void loadAllStyles()
  void showAccountPopup()
  void import('../checkout/subscription-alert.browser.ts')
  const sync = await import('../session/session-sync.ts')
  sync.startSessionSync(() => {
    showAccountArea()
    void showAccountPopup()
  })
}

async function showAccountPopup(): Promise<void> {
  const popup = await import('../layout/account-popup.browser.ts')
  popup.fillAccountPopup()
}

// A page restored from the back-forward cache may show a session that has ended or changed since.
addEventListener('pageshow', event => {
  if (event.persisted) showAccountArea()
})
