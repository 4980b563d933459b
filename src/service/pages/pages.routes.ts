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
import { categoriesWithCount } from '../catalogue/category-counts.ts'
import type { Deps } from '../deps.ts'
import { report } from '../http/error-reporter.ts'
import { masked } from '../http/mask.ts'
import { router } from '../http/router.ts'
import { categoryPage } from './category-page.ts'
import { globalData, systemMessage } from './global-data.ts'
import { homePage } from './home.ts'
import { sitemapChunks, sitemapOf } from './sitemap.ts'
import { vitalsOf } from './web-vitals.ts'

/** A broken page reports often; what one address may add to the log is bounded. */
const CLIENT_ERRORS = { points: 20, seconds: 600 }
/** One a page; many visitors may share an address. */
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

  on(getSystemMessage)(async ({ language }) => systemMessage(deps, language))

  on(getGlobalData)(async ({ language, maxAge }) => globalData(deps, language, maxAge))

  on(listSitemapChunks)(async ({ params, query, maxAge }) => ({
    items: await sitemapChunks(deps, params.kind, query.count, maxAge),
  }))

  on(listForSitemap)(async ({ params, query, maxAge }) =>
    sitemapOf(deps, params.kind, query, maxAge),
  )

  on(reportClientError)(async ({ body, address, header }) => {
    await deps.limits.volume('client-error', address, CLIENT_ERRORS)
    const browser = header('user-agent')?.slice(0, 200)
    const { release } = body
    const [message, stack, path] = [body.message, body.stack ?? '', body.path ?? ''].map(masked)
    deps.log.warn({ message, stack, path, release, browser }, 'an error in a browser')
    const error = { type: 'Error', message: message ?? '', stack }
    report(deps, { error, where: path || 'browser' }, 0)
    return {}
  })

  const recordVitals = vitalsOf(deps.metrics.registry)
  on(reportWebVitals)(async ({ body, address }) => {
    await deps.limits.volume('web-vitals', address, WEB_VITALS)
    recordVitals(body)
    return {}
  })

  return app
}
