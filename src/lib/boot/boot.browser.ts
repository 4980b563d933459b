/** The shell's own script on every page: no framework, nothing before it is needed. */

import { initCarousels } from '../catalogue/carousel.browser.ts'
import { loadAllStyles } from '../hydration/all-styles.browser.ts'
import { showAccountArea } from '../layout/account-area.browser.ts'
import { initFooter } from '../layout/footer.browser.ts'
import { initHeader } from '../layout/header.browser.ts'
import { initSystemBanner } from '../layout/system-banner.browser.ts'
import { prefetchOnIntent } from '../navigation/prefetch.browser.ts'
import { initProgressBar } from '../navigation/progress-bar.browser.ts'
import { FLASH_KEY } from '../notifications/flash-key.ts'
import { trackSearchClicks } from '../search/click-tracking.browser.ts'
import { isPersonalPage, SESSION_CHANGE_KEY } from '../session/change-marker.ts'
import { readState } from '../session/state.ts'
import { initTvMode } from '../tv/tv-mode.browser.ts'

document.documentElement.dataset.js = 'waking'
for (const kind of ['error', 'unhandledrejection'])
  addEventListener(
    kind,
    event =>
      void import('./error-report.browser.ts').then(({ sendErrorReport }) =>
        sendErrorReport(event),
      ),
    {
      once: true,
    },
  )
void inTurns([
  showAccountArea,
  initHeader,
  initProgressBar,
  prefetchOnIntent,
  initCarousels,
  trackSearchClicks,
  beginSession,
  initSystemBanner,
  initFooter,
  bringHero,
  initTvMode,
  bringThirdParties,
  bringManifest,
  () => {
    document.documentElement.dataset.js = ''
  },
])

/** A slow phone answers a press between any two of them, where all at once would be a task that people feel. */
async function inTurns(steps: readonly (() => void)[]): Promise<void> {
  for (const step of steps) {
    // One that fails is told of like any other error, and takes none with it.
    void Promise.resolve().then(step)
    // Of a page that nobody sees a browser lets a second pass.
    if (!document.hidden) await new Promise(done => setTimeout(done))
  }
}

function bringHero(): void {
  const hero = document.querySelector<HTMLElement>('[data-hero]')
  if (hero) void import('../catalogue/hero.browser.ts').then(({ initHero }) => initHero(hero))
}

function bringThirdParties(): void {
  if (document.querySelector('meta[name="tag-manager"], meta[name="chat-widget"]'))
    void import('../third-party/loader.browser.ts').then(({ loadThirdParties }) =>
      loadThirdParties(),
    )
}

/** For who installs the site; on a page's way it would share the line with the largest picture. */
function bringManifest(): void {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/site.webmanifest'
  document.head.append(link)
}

function beginSession(): void {
  if (document.documentElement.hasAttribute('data-signed-in'))
    void import('../library/card-state.browser.ts').then(({ showCardState }) => showCardState())
  const isAwaited = readState(document.cookie).user || sessionStorage.getItem(FLASH_KEY)
  if (isAwaited || isPersonalPage(location.pathname)) void startSessionSync()
  else
    addEventListener('storage', function heard({ key }) {
      if (key !== SESSION_CHANGE_KEY) return
      removeEventListener('storage', heard)
      showAccountArea()
      void startSessionSync()
    })
}

/** The session's own code is for who is signed in, and for a visitor who signs in in another tab. */
async function startSessionSync(): Promise<void> {
  void loadAllStyles()
  void import('../checkout/subscription-alert.browser.ts')
  const session = await import('../session/session-sync.ts')
  session.startSessionSync(showAccountArea)
}

// A page that comes back from the back-forward cache may belong to another session by now.
addEventListener('pageshow', event => {
  if (event.persisted) showAccountArea()
})
