import {
  getCategory,
  getGlobalData,
  getHomePage,
  getSystemMessage,
  listCategories,
  listForSitemap,
  listSitemapChunks,
  reportClientError,
} from '#src/contract/endpoints/pages.ts'
import { maxAgeOfViewer } from '../access/age-rating.ts'
import { categoriesWithCount } from '../catalogue/category-counts.ts'
import type { Deps } from '../deps.ts'
import { report } from '../http/error-reporter.ts'
import { masked } from '../http/mask.ts'
import { router } from '../http/router.ts'
import { categoryPage } from './category-page.ts'
import { globalData, systemMessage } from './global-data.ts'
import { homePage } from './home.ts'
import { sitemapChunks, sitemapOf } from './sitemap.ts'

/** A broken page reports often; what one address may add to the log is bounded. */
const CLIENT_ERRORS = { points: 20, seconds: 600 }

export function pagesRoutes(deps: Deps) {
  const { on, app } = router(deps)

  on(getHomePage)(async ({ language, viewer }) => ({
    widgets: await homePage(deps, { language, viewer, maxAge: maxAgeOfViewer(viewer) }),
  }))

  on(listCategories)(async ({ language, viewer }) => ({
    items: await categoriesWithCount(deps, language, maxAgeOfViewer(viewer)),
  }))

  on(getCategory)(async ({ params, language, viewer }) =>
    categoryPage(deps, params.id, { language, viewer, maxAge: maxAgeOfViewer(viewer) }),
  )

  on(getSystemMessage)(async ({ language }) => systemMessage(deps, language))

  on(getGlobalData)(async ({ language, viewer }) =>
    globalData(deps, language, maxAgeOfViewer(viewer)),
  )

  on(listSitemapChunks)(async ({ params, query, viewer }) => ({
    items: await sitemapChunks(deps, params.kind, query.count, maxAgeOfViewer(viewer)),
  }))

  on(listForSitemap)(async ({ params, query, viewer }) =>
    sitemapOf(deps, params.kind, query, maxAgeOfViewer(viewer)),
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

  return app
}
