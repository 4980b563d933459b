/**
 * The bookmark state of a title. All bookmark controls of a title on a page stay in sync. The request survives
 * navigation.
 */
import { addBookmark, removeBookmark } from '#src/contract/endpoints/library.ts'
import { api } from '../api/browser.ts'
import { createOptimisticUpdate, type OptimisticUpdate } from './optimistic-update.ts'

const KEEPALIVE = { keepalive: true }
type Control = {
  show: (isOn: boolean) => void
  fail: (error: unknown) => void
  /** Called after the service has stored the change. */
  done?: (isOn: boolean) => void
}
type Shared = {
  update: OptimisticUpdate<boolean>
  controls: Set<Control>
  /** The control used last; only this one reports success and failure. */
  used: Control | null
  isOn: boolean
}

/** Bookmarks by title, for the lifetime of the page. */
const bookmarks = new Map<string, Shared>()

export type Bookmark = OptimisticUpdate<boolean> & {
  /**
   * Keeps the control in sync with the others and returns the function that stops it. Must not be called on the server,
   * which would keep the control.
   */
  join: () => () => void
}

export function createBookmark(id: string, control: Control): Bookmark {
  const shared = () => bookmarks.get(id) ?? shareBookmark(id)
  return {
    join() {
      const { controls } = shared()
      controls.add(control)
      return () => void controls.delete(control)
    },
    request(isOn) {
      const bookmark = shared()
      bookmark.used = control
      bookmark.update.request(isOn)
    },
    confirm(isOn) {
      const bookmark = shared()
      // A change made on this page is newer than the loaded marks.
      if (bookmark.used) control.show(bookmark.isOn)
      else bookmark.update.confirm(isOn)
    },
  }
}

function shareBookmark(id: string): Shared {
  const send = async (to: boolean) => {
    if (to) await api(addBookmark, { body: { video_content_id: id } }, KEEPALIVE)
    else await api(removeBookmark, { params: { id } }, KEEPALIVE)
    bookmark.used?.done?.(to)
    return to
  }
  const show = (isOn: boolean) => {
    bookmark.isOn = isOn
    for (const control of bookmark.controls) control.show(isOn)
  }
  const fail = (error: unknown) => bookmark.used?.fail(error)
  const update = createOptimisticUpdate(false, { send, show, fail })
  const bookmark: Shared = { update, controls: new Set(), used: null, isOn: false }
  bookmarks.set(id, bookmark)
  return bookmark
}
