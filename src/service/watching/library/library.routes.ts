import type { Hono } from 'hono'
import {
  dislike,
  getConditionalProp,
  getConditionalProps,
  like,
} from '#src/contract/endpoints/content.ts'
import {
  addBookmark,
  addReminder,
  listBookmarks,
  listContinueWatching,
  listHistory,
  listPersonalRows,
  removeBookmark,
  removeContinueWatching,
  removeReminder,
} from '#src/contract/endpoints/library.ts'
import { requireVisibleContent } from '../../accounts/access/visible-content.ts'
import type { Deps, Viewer } from '../../platform/deps.ts'
import { maxAgeOfViewer } from '../../platform/http/age-band.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type On, router, type ServiceEnv } from '../../platform/http/router.ts'
import { removePosition } from '../player/player.queries.ts'
import * as bookmarks from './bookmarks.queries.ts'
import {
  conditionalProp,
  loadViewerFlags,
  OWNED_MARKS,
  OWNED_MARKS_OF_TITLE,
} from './conditional-props.ts'
import { continueWatchingPage } from './continue-watching.queries.ts'
import { findPersonalRows } from './personal-rows.ts'
import * as reminders from './reminders.ts'
import { toggleVote } from './votes.ts'
import { watchHistoryPage } from './watch-history.queries.ts'

/** Above what a person can press; a limit for abusive programs. */
const PRESSES = { points: 120, seconds: 60 }

export function libraryRoutes(deps: Deps): Hono<ServiceEnv> {
  const { on, app } = router(deps)
  bookmarkRoutes(on, deps)
  watchedRoutes(on, deps)
  markRoutes(on, deps)
  voteRoutes(on, deps)
  reminderRoutes(on, deps)
  return app
}

function reminderRoutes(on: On, deps: Deps): void {
  on(addReminder)(async ({ viewer, body }) => {
    await deps.limits.volume('reminder', viewer.userId, PRESSES)
    const contentId = await requireVisibleContent(deps, body.video_content_id, viewer)
    await reminders.saveReminder(deps, viewer.userId, contentId)
    return {}
  })

  on(removeReminder)(async ({ viewer, params }) => {
    await deps.limits.volume('reminder', viewer.userId, PRESSES)
    await reminders.deleteReminder(deps, viewer.userId, params.id)
    return {}
  })
}

function bookmarkRoutes(on: On, deps: Deps): void {
  on(listBookmarks)(async ({ viewer, language, query }) =>
    bookmarks.bookmarkPage(deps, { ...ownerOf(viewer), language }, query),
  )

  on(addBookmark)(async ({ viewer, body }) => {
    const { profileId } = ownerOf(viewer)
    await deps.limits.volume('bookmark', profileId, PRESSES)
    const contentId = await requireVisibleContent(deps, body.video_content_id, viewer)
    await bookmarks.saveBookmark(deps, profileId, contentId)
    return {}
  })

  on(removeBookmark)(async ({ viewer, params }) => {
    const { profileId } = ownerOf(viewer)
    await deps.limits.volume('bookmark', profileId, PRESSES)
    await bookmarks.deleteBookmark(deps, profileId, params.id)
    return {}
  })
}

function watchedRoutes(on: On, deps: Deps): void {
  on(listHistory)(async ({ viewer, language, query }) => {
    const { video_content_type, ...page } = query
    return watchHistoryPage(deps, { ...ownerOf(viewer), language }, page, video_content_type)
  })

  on(listContinueWatching)(async ({ viewer, language, query }) =>
    continueWatchingPage(deps, { ...ownerOf(viewer), language }, query),
  )

  on(listPersonalRows)(async ({ viewer, language }) => ({
    rows: await findPersonalRows(deps, { ...ownerOf(viewer), language }),
  }))

  on(removeContinueWatching)(async ({ viewer, params }) => {
    await removePosition(deps, ownerOf(viewer).profileId, params.id)
    return {}
  })
}

function markRoutes(on: On, deps: Deps): void {
  on(
    getConditionalProp,
    OWNED_MARKS_OF_TITLE,
  )(async ({ viewer, params, address, language, row }) =>
    conditionalProp(deps, params.id, { viewer, address, language }, row),
  )

  on(
    getConditionalProps,
    OWNED_MARKS,
  )(async ({ viewer, body, address, row }) => ({
    items: await loadViewerFlags(deps, [...new Set(body.ids)], { viewer, address }, row),
  }))
}

function voteRoutes(on: On, deps: Deps): void {
  for (const [call, vote] of [
    [like, 'like'],
    [dislike, 'dislike'],
  ] as const) {
    on(call)(async ({ viewer, params }) => {
      const { profileId } = ownerOf(viewer)
      await deps.limits.volume('vote', profileId, PRESSES)
      const contentId = await requireVisibleContent(deps, params.id, viewer)
      return toggleVote(deps, profileId, contentId, vote)
    })
  }
}

function ownerOf(viewer: Viewer): { profileId: string; maxAge: number | null } {
  if (!viewer.profile) throw new ApiError('profile_unauthorized')
  return { profileId: viewer.profile.id, maxAge: maxAgeOfViewer(viewer) }
}
