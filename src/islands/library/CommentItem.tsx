import { useRef, useState } from 'react'
import type { Comment } from '#src/contract/content.ts'
import { reportComment } from '#src/contract/endpoints/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { api } from '#src/lib/api/browser.ts'
import { handleFailure } from '#src/lib/api/handle-failure.ts'
import { notify } from '#src/lib/notifications/notifications.store.ts'
import { signInUrl } from '#src/lib/session/sign-in-url.ts'
import { formatRelative } from '#src/lib/text/date.ts'
import { fromWire } from '#src/lib/text/tehran.ts'
import type { CommentsT } from './CommentForm.tsx'

type Props = { t: CommentsT; language: Language; comment: Comment }

/** Limits above which a comment is truncated. */
const LONG = { characters: 420, lines: 8 }

export function CommentItem({ t, language, comment }: Props) {
  const { author, avatar, text, is_spoiler, is_mine, is_held, created_at } = comment
  const [isCovered, setCovered] = useState(is_spoiler && !is_mine)
  const words = useRef<HTMLParagraphElement>(null)
  const isLong = text.length > LONG.characters || text.split('\n').length > LONG.lines
  const [isCut, setCut] = useState(isLong)
  const moment = fromWire(created_at)

  /** Moves the focus to the revealed text, because the button disappears. */
  function reveal(set: (isHidden: boolean) => void) {
    set(false)
    requestAnimationFrame(() => words.current?.focus({ preventScroll: true }))
  }

  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <img
        src={avatar ? `${avatar}-100.avif` : '/avatar.svg'}
        alt=""
        width={40}
        height={40}
        loading="lazy"
        className="w-10 h-10 rounded-full bg-raised"
      />
      <div className="min-w-0">
        <div className="flex items-center gap-x-2.5 gap-y-1 flex-wrap min-h-10">
          <bdi className="font-600 max-w-full truncate">{author}</bdi>
          {is_mine && <span className="badge bg-[var(--quiet)]">{t('library.comments.mine')}</span>}
          {is_held && (
            <span className="badge text-warn bg-[var(--quiet)]">{t('library.comments.held')}</span>
          )}
          {is_spoiler && (
            <span className="badge text-warn bg-[var(--quiet)]">
              {t('library.comments.spoiler')}
            </span>
          )}
          <time dateTime={moment.toISOString()} className="text-sm text-muted">
            {formatRelative(moment, new Date(), language)}
          </time>
          {!is_mine && <Report t={t} language={language} comment={comment} />}
        </div>
        {isCovered ? (
          <button type="button" className="btn-quiet mt-1" onClick={() => reveal(setCovered)}>
            <i className="i-lucide-eye-off" />
            {t('library.comments.showSpoiler')}
          </button>
        ) : (
          <p
            ref={words}
            tabIndex={-1}
            className={`m-0 plain-text overflow-clip leading-relaxed ${isCut ? 'line-clamp-6' : ''}`}
            dir="auto"
          >
            {text}
          </p>
        )}
        {isCut && !isCovered && (
          <button type="button" className="btn-text mt-1 text-sm" onClick={() => reveal(setCut)}>
            {t('library.comments.all')}
          </button>
        )}
      </div>
    </li>
  )
}

function Report({ t, language, comment: { id, author, is_reported } }: Props) {
  const [state, setState] = useState<'idle' | 'sending' | 'done'>(is_reported ? 'done' : 'idle')

  async function report() {
    if (state !== 'idle') return
    const elsewhere = signInUrl(language, '#comments')
    if (elsewhere) return location.assign(elsewhere)
    setState('sending')
    try {
      await api(reportComment, { params: { id }, body: {} })
      setState('done')
      notify(t('library.comments.reported'), { type: 'success' })
    } catch (error) {
      setState('idle')
      await handleFailure(error, language)
    }
  }

  const isDone = state === 'done'
  const label = t(isDone ? 'library.comments.isReported' : 'library.comments.report')
  return (
    <button
      type="button"
      className={`ms-auto text-sm ${isDone ? 'btn-text text-warn! cursor-default' : 'btn-icon text-muted'}`}
      aria-label={`${label}: ${author}`}
      title={label}
      aria-disabled={state !== 'idle'}
      onClick={() => void report()}
    >
      <i className="i-lucide-flag" />
      {isDone && <span>{label}</span>}
    </button>
  )
}
