import { useEffect, useId, useState } from 'react'
import type { Comment } from '#src/contract/content.ts'
import { addComment } from '#src/contract/endpoints/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { COMMENT } from '#src/contract/limits.ts'
import { countCharacters } from '#src/contract/user-text.ts'
import { api } from '#src/lib/api/browser.ts'
import { fieldErrorText } from '#src/lib/i18n/field-error.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { notify } from '#src/lib/notifications/notifications.store.ts'
import { signInUrl } from '#src/lib/session/sign-in-url.ts'
import { readStateCookie } from '#src/lib/session/state.ts'
import { readCookies } from '#src/lib/storage/read-cookies.ts'
import { Button } from '../ui/Button.tsx'
import { useDraft } from '../ui/use-draft.ts'
import { useHydrationMarker } from '../ui/use-hydration-marker.ts'

export type CommentsT = Translate<Key<'library' | 'common' | 'validation' | 'failures'>>
type Props = {
  t: CommentsT
  language: Language
  contentId: string
  onSent: (comment: Comment) => void
}

/** The form of a comment. A visitor can write it first and signs in to send it. */
export function CommentForm({ t, language, contentId, onSent }: Props) {
  const ready = useHydrationMarker()
  const [isSpoiler, setSpoiler] = useState(false)
  const [isVisitor, setVisitor] = useState(false)
  const fieldId = useId()
  const { area, text, error, isSending, write, submit } = useDraft({
    language,
    draft: `comment:${contentId}`,
    bounds: COMMENT,
    send,
  })
  useEffect(() => setVisitor(readStateCookie(readCookies()).user === null), [])

  async function send(text: string, idempotencyKey: string): Promise<boolean> {
    const elsewhere = signInUrl(language, '#comments')
    if (elsewhere) {
      location.assign(elsewhere)
      return false
    }
    const request = { params: { id: contentId }, body: { text, is_spoiler: isSpoiler } }
    const comment = await api(addComment, request, { idempotencyKey })
    onSent(comment)
    setSpoiler(false)
    const sent = comment.is_held ? 'library.comments.heldSent' : 'library.comments.sent'
    notify(t(sent), { type: 'success' })
    return true
  }

  const length = countCharacters(text)
  return (
    <form {...ready} onSubmit={event => void submit(event)} noValidate className="grid gap-3">
      <label htmlFor={fieldId} className="sr-only">
        {t('library.comments.add')}
      </label>
      <textarea
        ref={area}
        id={fieldId}
        name="text"
        rows={3}
        dir="auto"
        value={text}
        onChange={event => write(event.target.value)}
        placeholder={t('library.comments.placeholder')}
        aria-invalid={error !== null}
        aria-describedby={`${fieldId}-note`}
        className={`field py-3 resize-y min-h-24 ${error ? 'border-bad' : ''}`}
      />
      <div
        id={`${fieldId}-note`}
        className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-sm"
      >
        <span className={error ? 'text-bad' : 'text-muted'} role={error ? 'alert' : undefined}>
          {error
            ? fieldErrorText(t, 'text', error)
            : isVisitor && t(text ? 'library.comments.kept' : 'library.comments.login')}
        </span>
        <span className={length > COMMENT.max ? 'text-bad font-600' : 'text-muted'}>
          {t('library.comments.counter', { length, max: COMMENT.max })}
        </span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <label className="inline-flex items-center gap-2.5 min-h-11 cursor-pointer">
          <input
            type="checkbox"
            className="check"
            checked={isSpoiler}
            onChange={event => setSpoiler(event.target.checked)}
          />
          {t('library.comments.markSpoiler')}
        </label>
        <Button type="submit" isLoading={isSending}>
          {isVisitor ? t('library.comments.loginAndSend') : t('library.comments.submit')}
        </Button>
      </div>
    </form>
  )
}
