/** The script of every page: no framework. What a page does not need at once is imported by its own condition. */
import { initCarousels } from '../catalogue/carousel.browser.ts'
import { loadAllStyles } from '../hydration/all-styles.browser.ts'
import { showAccountArea } from '../layout/account-area.browser.ts'
import { initHeader } from '../layout/header.browser.ts'
import { initSystemBanner } from '../layout/system-banner.browser.ts'
import { prefetchOnIntent } from '../navigation/prefetch.browser.ts'
import { initProgressBar } from '../navigation/progress-bar.browser.ts'
import { FLASH_KEY } from '../notifications/flash-key.ts'
import { trackSearchClicks } from '../search/click-tracking.browser.ts'
import { initSearchForms } from '../search/search-form.browser.ts'
import { isPersonalPage, SESSION_CHANGE_KEY } from '../session/change-marker.ts'
import { readState } from '../session/state.ts'
import { initTvMode } from '../tv/tv-mode.browser.ts'
import { INTERACTION_EVENTS } from './deferred-rendering.browser.ts'

const { dataset } = document.documentElement
dataset.js = 'waking'
for (const type of ['error', 'unhandledrejection']) addEventListener(type, report, { once: true })
void runInTasks([
  showAccountArea,
  initHeader,
  initProgressBar,
  prefetchOnIntent,
  initCarousels,
  awaitCardActions,
  trackSearchClicks,
  initSearchForms,
  initSession,
  initSystemBanner,
  loadFooter,
  loadHero,
  loadSeasons,
  loadMenus,
  initTvMode,
  loadThirdParties,
  linkManifest,
  initServiceWorker,
  () => {
    dataset.js = ''
  },
])

/** One task a step: input is handled between two of them, where a single long task would delay it on a slow phone. */
async function runInTasks(steps: readonly (() => void)[]): Promise<void> {
  for (const step of steps) {
    // A step that throws is reported like any other error, and the next step still runs.
    void Promise.resolve().then(step)
    // Browsers throttle the timers of a hidden page to one a second.
    if (!document.hidden) await new Promise(done => setTimeout(done))
  }
}

function report(event: Event): void {
  void import('./error-report.browser.ts').then(({ sendErrorReport }) => sendErrorReport(event))
}

/** Below the first screen of all but the shortest pages. */
function loadFooter(): void {
  const footer = document.querySelector('[data-footer]')
  if (!footer) return
  const load = () => void import('../layout/footer.browser.ts')
  if (scrollY > 0 || footer.getBoundingClientRect().top < innerHeight) load()
  else addEventListener('scroll', load, { once: true, passive: true })
}

function loadMenus(): void {
  const load = () => void import('../layout/menus.browser.ts')
  for (const menu of document.querySelectorAll('details[data-menu]'))
    menu.addEventListener('toggle', load, { once: true })
}

function loadHero(): void {
  if (document.querySelector('[data-hero]')) void import('../catalogue/hero.browser.ts')
}

/** Loads what rows and cards do for a pointer, a finger or the keyboard. */
function awaitCardActions(): void {
  const signs = ['pointerover', 'focusin']
  function load() {
    // Forms and account pages have neither; lists of islands come later than the page.
    if (!document.querySelector('.card-slot, [data-row]')) return
    for (const sign of signs) removeEventListener(sign, load)
    void import('../catalogue/card-actions.browser.ts')
  }
  for (const sign of signs) addEventListener(sign, load)
}

function loadSeasons(): void {
  if (document.querySelector('.season > ol')) void import('../catalogue/seasons.browser.ts')
}

function loadThirdParties(): void {
  if (document.querySelector('meta[name="tag-manager"], meta[name="chat-widget"]'))
    void import('../third-party/loader.browser.ts')
}

/** Only installing the site needs it: linked in the HTML, it would compete with the largest picture for bandwidth. */
function linkManifest(): void {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/site.webmanifest'
  document.head.append(link)
}

/** After the first interaction: whoever leaves at once needs none. */
function initServiceWorker(): void {
  if (!import.meta.env.PROD) return
  const done = new AbortController()
  for (const type of INTERACTION_EVENTS)
    addEventListener(
      type,
      () => {
        done.abort()
        // Without a connection the next page tries again.
        import('./service-worker.browser.ts').catch(() => {})
      },
      { signal: done.signal, passive: true },
    )
}

function initSession(): void {
  if (document.querySelector('[data-signed-in] [data-content]'))
    void import('../library/card-state.browser.ts')
  const isNeeded = readState(document.cookie).user || sessionStorage.getItem(FLASH_KEY)
  if (isNeeded || isPersonalPage(location.pathname)) void syncSession()
  else
    addEventListener('storage', function onChange({ key }) {
      if (key !== SESSION_CHANGE_KEY) return
      removeEventListener('storage', onChange)
      showAccountArea()
      void syncSession()
    })
}

/** Loads the session's code: for a signed-in viewer, and for a visitor who signs in in another tab. */
async function syncSession(): Promise<void> {
  void loadAllStyles()
  void import('../checkout/subscription-alert.browser.ts')
  const { startSessionSync } = await import('../session/session-sync.ts')
  startSessionSync(showAccountArea)
}

// A page restored from the back-forward cache may show a session that has ended or changed since.
addEventListener('pageshow', event => {
  if (event.persisted) showAccountArea()
})
