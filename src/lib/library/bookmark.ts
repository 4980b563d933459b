/** The bookmark of a title, wherever it is shown. Its request survives navigation. */
import { addBookmark, removeBookmark } from '#src/contract/endpoints/library.ts'
import { api } from '../api/browser.ts'
import { createOptimisticUpdate, type OptimisticUpdate } from './optimistic-update.ts'

const KEEPALIVE = { keepalive: true }
type Options = {
  isOn: boolean
  show: (isOn: boolean) => void
  fail: (error: unknown) => void
  /** After the service has stored it. */
  done?: (isOn: boolean) => void
}

export function createBookmark(
  id: string,
  { isOn, show, fail, done }: Options,
): OptimisticUpdate<boolean> {
  const send = async (to: boolean) => {
    if (to) await api(addBookmark, { body: { video_content_id: id } }, KEEPALIVE)
    else await api(removeBookmark, { params: { id } }, KEEPALIVE)
    done?.(to)
    return to
  }
  return createOptimisticUpdate(isOn, { send, show, fail })
}
