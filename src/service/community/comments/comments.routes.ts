import type { Hono } from 'hono'
import { addComment, listComments, reportComment } from '#src/contract/endpoints/content.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { requireVisibleContent } from '../../accounts/access/visible-content.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { router, type ServiceEnv } from '../../platform/http/router.ts'
import { findCommentBlock } from './comment-blocks.ts'
import * as queries from './comments.queries.ts'

const COMMENTS = { points: 10, seconds: 600 }
const REPORTS = { points: 30, seconds: 3_600 }

export function commentsRoutes(deps: Deps): Hono<ServiceEnv> {
  const { on, app } = router(deps)

  on(listComments)(async ({ viewer, language, params, query }) => {
    const contentId = await requireVisibleContent(deps, params.id, viewer)
    return queries.readCommentPage(deps, contentId, { viewer, language, ...query })
  })

  on(addComment)(async ({ viewer, language, params, body }) => {
    const contentId = await requireVisibleContent(deps, params.id, viewer)
    if (await findCommentBlock(deps.db, viewer.userId))
      throw new ApiError('forbidden', { message: getT(language)('library.comments.blocked') })
    await deps.limits.secure('comment', viewer.userId, COMMENTS)
    return queries.insertComment(deps, viewer, language, {
      contentId,
      text: body.text,
      isSpoiler: body.is_spoiler ?? false,
    })
  })

  on(reportComment)(async ({ viewer, params }) => {
    await deps.limits.secure('report', viewer.userId, REPORTS)
    await queries.insertReport(deps, params.id, viewer)
    return {}
  })

  return app
}
