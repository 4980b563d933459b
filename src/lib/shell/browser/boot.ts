/** The shell's own script on every page: no framework, nothing before it is needed. */
import { readState } from '../../session/state.ts'
import { CHANGED, isPersonal, PARKED } from '../../session/traces.ts'
import { showAccount } from './account.ts'
import { followBanner } from './banner.ts'
import { followFooter } from './footer.ts'
import { followHeader } from './header.ts'
import { prefetchOnIntent } from './prefetch.ts'
import { followProgress } from './progress.ts'
import { moveRows } from './rows.ts'
import { recordSearchClicks } from './search-click.ts'
import { allStyles } from './styles.ts'
import { followTv } from './tv.ts'

document.documentElement.dataset.js = 'waking'
for (const kind of ['error', 'unhandledrejection'])
  addEventListener(kind, event => void import('./errors.ts').then(({ tell }) => tell(event)), {
    once: true,
  })
void inTurns([
  showAccount,
  followHeader,
  followProgress,
  prefetchOnIntent,
  moveRows,
  recordSearchClicks,
  beginSession,
  followBanner,
  followFooter,
  bringHero,
  followTv,
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
  if (hero) void import('./hero.ts').then(({ turnHero }) => turnHero(hero))
}

function bringThirdParties(): void {
  if (document.querySelector('meta[name="tag-manager"], meta[name="chat-widget"]'))
    void import('./third-party.ts').then(({ loadThirdParties }) => loadThirdParties())
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
    void import('./marks.ts').then(({ markCards }) => markCards())
  const isAwaited = readState(document.cookie).user || sessionStorage.getItem(PARKED)
  if (isAwaited || isPersonal(location.pathname)) void followSession()
  else
    addEventListener('storage', function heard({ key }) {
      if (key !== CHANGED) return
      removeEventListener('storage', heard)
      showAccount()
      void followSession()
    })
}

/** The session's own code is for who is signed in, and for a visitor who signs in in another tab. */
async function followSession(): Promise<void> {
  void allStyles()
  void import('../../checkout/alert.browser.ts')
  const session = await import('../../session/follow.ts')
  session.followSession(showAccount)
}

// A page that comes back from the back-forward cache may belong to another session by now.
addEventListener('pageshow', event => {
  if (event.persisted) showAccount()
})
