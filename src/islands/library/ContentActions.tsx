import { type ReactNode, use, useEffect, useRef, useState } from 'react'
import type { ConditionalProp } from '#src/contract/content.ts'
import { dislike, getConditionalProp, like } from '#src/contract/endpoints/content.ts'
import { addReminder, removeReminder } from '#src/contract/endpoints/library.ts'
import type { Language } from '#src/contract/fields.ts'
import { api } from '#src/lib/api/browser.ts'
import { handleFailure } from '#src/lib/api/handle-failure.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { createBookmark } from '#src/lib/library/bookmark.ts'
import { createOptimisticUpdate } from '#src/lib/library/optimistic-update.ts'
import {
  type PendingAction,
  savePendingAction,
  takePendingAction,
} from '#src/lib/library/pending-action.ts'
import { shareLink } from '#src/lib/library/share.ts'
import { notify } from '#src/lib/notifications/notifications.store.ts'
import { REMINDER_ID } from '#src/lib/routes.ts'
import { signInUrl } from '#src/lib/session/sign-in-url.ts'
import { readStateCookie } from '#src/lib/session/state.ts'
import { readCookies } from '#src/lib/storage/read-cookies.ts'
import { formatPercent } from '#src/lib/text/number.ts'

type Vote = ConditionalProp['vote']
type Props = {
  language: Language
  id: string
  title: string
  rate: number | null
  /** True if the title cannot be played yet. */
  isToCome: boolean
}
const NAMESPACES = ['library', 'common'] as const
/** `keepalive` lets the request survive navigation. */
const KEEPALIVE = { keepalive: true }

/** Bookmark, like, dislike and share. Updates are optimistic; a visitor's action is performed after sign-in. */
export default function ContentActions({ language, id, title, rate, isToCome }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const [isMarked, setMarked] = useState(false)
  const [isAwaited, setAwaited] = useState(false)
  const [vote, setVote] = useState<Vote>(null)
  const [percent, setPercent] = useState(rate)
  const fail = (error: unknown) => void handleFailure(error, language)
  const [bookmark] = useState(() =>
    createBookmark(id, {
      done: isOn =>
        notify(t(isOn ? 'library.bookmarks.added' : 'library.bookmarks.removed'), {
          type: 'success',
        }),
      show: setMarked,
      fail,
    }),
  )
  const [reminder] = useState(() =>
    createOptimisticUpdate<boolean>(false, {
      send: async to => {
        if (to) await api(addReminder, { body: { video_content_id: id } }, KEEPALIVE)
        else await api(removeReminder, { params: { id } }, KEEPALIVE)
        notify(t(to ? 'library.reminder.added' : 'library.reminder.removed'), { type: 'success' })
        return to
      },
      show: setAwaited,
      fail,
    }),
  )
  const [ballot] = useState(() =>
    createOptimisticUpdate<Vote>(null, {
      // Sending the same vote again removes it.
      send: async (to, from) => {
        const call = (to ?? from) === 'like' ? like : dislike
        const voted = await api(call, { params: { id } }, KEEPALIVE)
        setPercent(voted.rate_percentage)
        return voted.vote
      },
      show: setVote,
      fail,
    }),
  )

  function press(action: PendingAction, isOn: boolean) {
    const elsewhere = signInUrl(language)
    if (elsewhere) {
      savePendingAction(id, action)
      location.assign(elsewhere)
    } else if (action === 'bookmark') bookmark.request(!isOn)
    else if (action === 'remind') reminder.request(!isOn)
    else ballot.request(isOn ? null : action)
  }

  useEffect(() => bookmark.join(), [bookmark])
  useOnce(async () => {
    if (!readStateCookie(readCookies()).profile) return
    const pending = takePendingAction(id)
    const marks = await api(getConditionalProp, { params: { id } }).catch(() => null)
    if (!marks) return
    bookmark.confirm(marks.conditional_flag.includes('bookmark'))
    ballot.confirm(marks.vote)
    reminder.confirm(marks.is_awaited)
    if (pending === 'bookmark') bookmark.request(true)
    else if (pending === 'remind') reminder.request(true)
    else if (pending) ballot.request(pending)
  })
  useEffect(() => showRate(percent, language), [percent, language])

  return (
    <div className="flex flex-wrap items-center gap-2">
      {isToCome && (
        <button
          type="button"
          id={REMINDER_ID}
          data-key="remind"
          data-adults=""
          className={`${isAwaited ? 'btn-line' : 'btn-action'} min-h-13 px-6 text-base`}
          aria-pressed={isAwaited}
          onClick={() => press('remind', isAwaited)}
        >
          <i className={`${isAwaited ? 'i-lucide-check' : 'i-lucide-bell'} text-xl`} />
          {t(isAwaited ? 'library.reminder.isOn' : 'library.reminder.add')}
        </button>
      )}
      <Toggle
        name="bookmark"
        label={t('library.bookmarks.add')}
        isOn={isMarked}
        icon={isMarked ? 'i-lucide-bookmark-check' : 'i-lucide-bookmark'}
        onPress={() => press('bookmark', isMarked)}
      />
      <Toggle
        name="like"
        label={t('library.vote.like')}
        isOn={vote === 'like'}
        icon="i-lucide-thumbs-up"
        onPress={() => press('like', vote === 'like')}
      />
      <Toggle
        name="dislike"
        label={t('library.vote.dislike')}
        isOn={vote === 'dislike'}
        icon="i-lucide-thumbs-down"
        onPress={() => press('dislike', vote === 'dislike')}
      />
      <button
        type="button"
        data-key="share"
        className="btn-round"
        aria-label={t('common.share')}
        title={t('common.share')}
        onClick={() => void shareLink(title, () => notify(t('library.shared')))}
      >
        <i className="i-lucide-share-2 text-xl" />
      </button>
    </div>
  )
}

type ToggleProps = {
  name: string
  label: string
  isOn: boolean
  icon: string
  onPress: () => void
  children?: ReactNode
}
function Toggle({ name, label, isOn, icon, onPress }: ToggleProps) {
  return (
    <button
      type="button"
      data-key={name}
      className="btn-round"
      aria-pressed={isOn}
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      <i className={`${icon} text-xl`} />
    </button>
  )
}

/** Updates the rating on the page, which is outside this island. */
function showRate(percent: number | null, language: Language): void {
  const rating = document.querySelector('[data-rating=percent]')
  if (rating && percent !== null) rating.textContent = formatPercent(percent, language)
}

function useOnce(work: () => Promise<void>): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    void work()
  })
}
