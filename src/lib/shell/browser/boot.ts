/** The shell's own script on every page: no framework, nothing before it is needed. */
import { followSession } from '../../session/follow.ts'
import { showAccount } from './account.ts'
import { followBanner } from './banner.ts'
import { reportErrors } from './errors.ts'
import { followFooter } from './footer.ts'
import { followHeader } from './header.ts'
import { turnHero } from './hero.ts'
import { markCards } from './marks.ts'
import { prefetchOnIntent } from './prefetch.ts'
import { followProgress } from './progress.ts'
import { moveRows } from './rows.ts'
import { recordSearchClicks } from './search-click.ts'
import { followTv } from './tv.ts'

document.documentElement.dataset.js = ''
reportErrors()
showAccount()
followSession(showAccount)
followHeader()
followBanner()
followFooter()
followProgress()
turnHero()
moveRows()
followTv()
recordSearchClicks()
prefetchOnIntent()
if (document.querySelector('meta[name="tag-manager"], meta[name="chat-widget"]'))
  void import('./third-party.ts').then(({ loadThirdParties }) => loadThirdParties())
void markCards()

// A page that comes back from the back-forward cache may belong to another session by now.
addEventListener('pageshow', event => {
  if (event.persisted) showAccount()
})
