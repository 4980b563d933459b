import {
  getCategory,
  getGlobalData,
  getHomePage,
  getSystemMessage,
  listCategories,
  listForSitemap,
  listSitemapChunks,
  reportClientError,
  reportWebVitals,
} from '#src/contract/endpoints/pages.ts'
import { categoriesWithCount } from '../catalogue/titles/listed-categories.ts'
import type { Deps } from '../platform/deps.ts'
import { reportError } from '../platform/http/error-reporter.ts'
import { maskText } from '../platform/http/mask.ts'
import { router } from '../platform/http/router.ts'
import { categoryPage } from './category-page.ts'
import { readGlobalData, readSystemMessage } from './global-data.ts'
import { homePage } from './home.ts'
import { listSitemapChunkTimes, listSitemapPages } from './sitemap.ts'
import { vitalsRecorder } from './web-vitals.ts'

/** Limits the log entries per address, because a broken page reports often. */
const CLIENT_ERRORS = { points: 20, seconds: 600 }
/** Limits reports per address; each page sends one, and many visitors may share an address. */
const WEB_VITALS = { points: 300, seconds: 600 }

export function pagesRoutes(deps: Deps) {
  const { on, app } = router(deps)

  on(getHomePage)(async ({ language, viewer, maxAge }) => ({
    widgets: await homePage(deps, { language, viewer, maxAge }),
  }))

  on(listCategories)(async ({ language, maxAge }) => ({
    items: await categoriesWithCount(deps, language, maxAge),
  }))

  on(getCategory)(async ({ params, language, viewer, maxAge }) =>
    categoryPage(deps, params.id, { language, viewer, maxAge }),
  )

  on(getSystemMessage)(async ({ language }) => readSystemMessage(deps, language))

  on(getGlobalData)(async ({ language, maxAge }) => readGlobalData(deps, language, maxAge))

  on(listSitemapChunks)(async ({ params, query, maxAge }) => ({
    items: await listSitemapChunkTimes(deps, params.kind, query.count, maxAge),
  }))

  on(listForSitemap)(async ({ params, query, maxAge }) =>
    listSitemapPages(deps, params.kind, query, maxAge),
  )

  on(reportClientError)(async ({ body, address, header }) => {
    await deps.limits.volume('client-error', address, CLIENT_ERRORS)
    const browser = header('user-agent')?.slice(0, 200)
    const { release } = body
    const [message, stack, path] = [body.message, body.stack ?? '', body.path ?? ''].map(maskText)
    deps.log.warn({ message, stack, path, release, browser }, 'a browser reported an error')
    const error = { type: 'Error', message: message ?? '', stack }
    reportError(deps, { error, where: path || 'browser' }, 0)
    return {}
  })

  const recordVitals = vitalsRecorder(deps.metrics.registry)
  on(reportWebVitals)(async ({ body, address }) => {
    await deps.limits.volume('web-vitals', address, WEB_VITALS)
    recordVitals(body)
    return {}
  })

  return app
}
