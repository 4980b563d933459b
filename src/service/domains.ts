import type { Hono } from 'hono'
import { createPrimaryProfile } from './accounts/profiles/profiles.queries.ts'
import { profilesRoutes } from './accounts/profiles/profiles.routes.ts'
import { sessionRoutes } from './accounts/session/session.routes.ts'
import { findViewerOfSession } from './accounts/session/session-viewer.ts'
import { searchRoutes } from './catalogue/search/search.routes.ts'
import { createSearchAnalytics } from './catalogue/search/search-analytics.ts'
import { createTextListing } from './catalogue/search/search-listing.ts'
import { catalogueRoutes } from './catalogue/titles/catalogue.routes.ts'
import { callbackRoutes } from './commerce/checkout/callback.routes.ts'
import { checkoutRoutes } from './commerce/checkout/checkout.routes.ts'
import { directDebitCallback } from './commerce/direct-debit/callback.routes.ts'
import { directDebitRoutes } from './commerce/direct-debit/direct-debit.routes.ts'
import { commentsRoutes } from './community/comments/comments.routes.ts'
import { supportRoutes } from './community/support/support.routes.ts'
import { surveysRoutes } from './community/surveys/surveys.routes.ts'
import { fakeAdverts } from './platform/adapters/adverts/fake-adverts.ts'
import { createLinkPictures } from './platform/adapters/media/link-pictures.ts'
import { addChannelsToStore } from './platform/adapters/media/live-source.ts'
import { mediaRoutes } from './platform/adapters/media/media.routes.ts'
import { createStreamStore } from './platform/adapters/media/stream-store.ts'
import { observedStore } from './platform/adapters/media-store/observed-store.ts'
import { openMediaStore } from './platform/adapters/media-store/open-media-store.ts'
import { fakeBankRoutes } from './platform/adapters/payments/fake-bank/fake-bank.routes.ts'
import { fakeSmsRoutes } from './platform/adapters/sms/fake-sms.routes.ts'
import { fakePartner } from './platform/adapters/sso/fake-partner.ts'
import type { Deps } from './platform/deps.ts'
import { devIndexRoutes } from './platform/dev/index.routes.ts'
import { outboxRoutes } from './platform/dev/outbox.routes.ts'
import type { ServiceEnv } from './platform/http/router.ts'
import { pagesRoutes } from './storefront/pages.routes.ts'
import { cinemaRoutes } from './watching/cinema/cinema.routes.ts'
import { libraryRoutes } from './watching/library/library.routes.ts'
import { liveRoutes } from './watching/live/live.routes.ts'
import { createLivePlaylists } from './watching/live/playlists.ts'
import { playerRoutes } from './watching/player/player.routes.ts'
import { createReceivers } from './watching/player/receivers.ts'
import { createRunningPlaybacks } from './watching/player/running-playbacks.ts'

/** Returns the sub-apps of all domains; add one line for a new domain. */
export function domains(deps: Deps): Array<Hono<ServiceEnv>> {
  const analytics = createSearchAnalytics(deps)
  const media = observedStore(openMediaStore(deps.env, 'visitors'), deps)
  const live = createLivePlaylists(deps)
  const store = addChannelsToStore(createStreamStore(media), live)
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
      playbacks: createRunningPlaybacks(deps),
      receivers: createReceivers(deps, sessionId => findViewerOfSession(deps, sessionId)),
      linkPictures: createLinkPictures(media, deps),
    }),
    checkoutRoutes(deps),
    directDebitRoutes(deps),
    directDebitCallback(deps),
    callbackRoutes(deps),
    cinemaRoutes(deps),
    fakeBankRoutes(deps),
    fakeSmsRoutes(deps),
    fakeAdverts(deps),
    devIndexRoutes(deps),
    outboxRoutes(deps),
    fakePartner(deps),
  ]
}
