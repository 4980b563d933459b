import type { Hono } from 'hono'
import { fakeAdverts } from './adapters/adverts/fake-adverts.ts'
import { createLinkPictures } from './adapters/media/link-pictures.ts'
import { withChannels } from './adapters/media/live-source.ts'
import { mediaRoutes } from './adapters/media/media.routes.ts'
import { createStreamStore } from './adapters/media/stream-store.ts'
import { observedStore } from './adapters/media-store/observed-store.ts'
import { openMediaStore } from './adapters/media-store/open-media-store.ts'
import { fakeBankRoutes } from './adapters/payments/fake-bank/fake-bank.routes.ts'
import { fakePartner } from './adapters/sso/fake-partner.ts'
import { catalogueRoutes } from './catalogue/catalogue.routes.ts'
import { callbackRoutes } from './checkout/callback.routes.ts'
import { checkoutRoutes } from './checkout/checkout.routes.ts'
import { cinemaRoutes } from './cinema/cinema.routes.ts'
import { commentsRoutes } from './comments/comments.routes.ts'
import type { Deps } from './deps.ts'
import { devIndexRoutes } from './dev/index.routes.ts'
import { outboxRoutes } from './dev/outbox.routes.ts'
import { directDebitCallback } from './direct-debit/callback.routes.ts'
import { directDebitRoutes } from './direct-debit/direct-debit.routes.ts'
import type { ServiceEnv } from './http/router.ts'
import { libraryRoutes } from './library/library.routes.ts'
import { liveRoutes } from './live/live.routes.ts'
import { createLivePlaylists } from './live/playlists.ts'
import { pagesRoutes } from './pages/pages.routes.ts'
import { playerRoutes } from './player/player.routes.ts'
import { createReceivers } from './player/receivers.ts'
import { createPrimaryProfile } from './profiles/profiles.queries.ts'
import { profilesRoutes } from './profiles/profiles.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { createSearchAnalytics } from './search/search-analytics.ts'
import { createTextListing } from './search/search-listing.ts'
import { sessionRoutes } from './session/session.routes.ts'
import { viewerOfSession } from './session/session-viewer.ts'
import { supportRoutes } from './support/support.routes.ts'
import { surveysRoutes } from './surveys/surveys.routes.ts'

/** The sub-apps of all domains; add one line for a new domain. */
export function domains(deps: Deps): Array<Hono<ServiceEnv>> {
  const analytics = createSearchAnalytics(deps)
  const media = observedStore(openMediaStore(deps.env, 'visitors'), deps)
  const live = createLivePlaylists(deps)
  const store = withChannels(createStreamStore(media), live)
  return [
    sessionRoutes(deps, createPrimaryProfile),
    profilesRoutes(deps),
    catalogueRoutes(deps, createTextListing(deps, analytics)),
    searchRoutes(deps, analytics),
    pagesRoutes(deps),
    libraryRoutes(deps),
    commentsRoutes(deps),
    supportRoutes(deps),
    surveysRoutes(deps),
    playerRoutes(deps, store),
    liveRoutes(deps),
    mediaRoutes({
      keys: deps.keys('media'),
      store,
      media,
      now: deps.now,
      live,
      receivers: createReceivers(deps, sessionId => viewerOfSession(deps, sessionId)),
      linkPictures: createLinkPictures(media, deps),
    }),
    checkoutRoutes(deps),
    directDebitRoutes(deps),
    directDebitCallback(deps),
    callbackRoutes(deps),
    cinemaRoutes(deps),
    fakeBankRoutes(deps),
    fakeAdverts(deps),
    devIndexRoutes(deps),
    outboxRoutes(deps),
    fakePartner(deps),
  ]
}
