import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { addComment, type Comment } from '#src/contract/content.ts'
import type { FieldError } from '#src/contract/envelope.ts'
import type { Language } from '#src/contract/fields.ts'
import { COMMENT } from '#src/contract/limits.ts'
import { characters, visibleCharacters } from '#src/contract/written.ts'
import { api, newIdempotencyKey } from '#src/lib/api/browser.ts'
import { failureOf } from '#src/lib/api/failure.ts'
import { reactTo } from '#src/lib/api/react.ts'
import { fieldErrorText } from '#src/lib/i18n/field-error.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { wayIn } from '#src/lib/library/gate.ts'
import { readState } from '#src/lib/session/state.ts'
import { keepDraft, readDraft } from '#src/lib/shell/draft.ts'
import { notify } from '#src/lib/shell/notifications.store.ts'
import { Button } from '../ui/Button.tsx'

export type CommentsT = Translate<Key<'library' | 'common' | 'validation' | 'errors'>>
type Props = {
  t: CommentsT
  language: Language
  contentId: string
  onSent: (comment: Comment) => void
}

/** What is half-written survives a reload, a lost line and the way to sign in. */
export function CommentForm({ t, language, contentId, onSent }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const key = useRef('')
  const [text, setText] = useState('')
  const [isSpoiler, setSpoiler] = useState(false)
  const [error, setError] = useState<FieldError | null>(null)
  const [isSending, setSending] = useState(false)
  const [isVisitor, setVisitor] = useState(false)
  const fieldId = useId()
  const draft = `comment:${contentId}`

  useEffect(() => {
    // Typed before this code had loaded, or before the way to sign in.
    const typed = area.current?.value
    if (typed) keepDraft(draft, typed)
    setText(typed || readDraft(draft))
    setVisitor(readState(document.cookie).user === null)
  }, [draft])

  function write(next: string) {
    setText(next)
    setError(null)
    keepDraft(draft, next)
    key.current = ''
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    const problem = problemOf(text)
    setError(problem)
    if (problem) return area.current?.focus()
    const elsewhere = wayIn(language, '#comments')
    if (elsewhere) return location.assign(elsewhere)
    key.current ||= newIdempotencyKey()
    setSending(true)
    try {
      const comment = await api(
        addComment,
        { params: { id: contentId }, body: { text, is_spoiler: isSpoiler } },
        { idempotencyKey: key.current },
      )
      write('')
      setSpoiler(false)
      onSent(comment)
      notify(t('library.comments.sent'), { type: 'success' })
    } catch (failed) {
      const failure = failureOf(failed)
      const field = failure.kind === 'refused' ? failure.errors.text : undefined
      if (field) setError(field)
      else await reactTo(failed, language)
    } finally {
      setSending(false)
    }
  }

  const length = characters(text)
  return (
    <form onSubmit={event => void send(event)} noValidate className="grid gap-3">
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
            : isVisitor && text && t('library.comments.kept')}
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

function problemOf(text: string): FieldError | null {
  const words = text.trim()
  if (words === '') return 'validation.required'
  if (visibleCharacters(words) < COMMENT.min)
    return ['validation.minLength', { length: COMMENT.min }]
  return characters(words) > COMMENT.max ? ['validation.maxLength', { length: COMMENT.max }] : null
}
