import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FieldError } from '#src/contract/envelope.ts'
import type { Language } from '#src/contract/fields.ts'
import { validateUserText } from '#src/contract/user-text.ts'
import { newIdempotencyKey } from '#src/lib/api/browser.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { handleFailure } from '#src/lib/api/handle-failure.ts'
import { readDraft, saveDraft } from '#src/lib/forms/draft.ts'

type Options = {
  language: Language
  /** Name of the draft in sessionStorage. */
  draft: string
  bounds: { min: number; max: number }
  /** Resolves to false if the text was not sent and must stay. */
  send: (text: string, idempotencyKey: string) => Promise<boolean>
}

/** Returns a text field with a draft that survives a reload, a lost connection and the redirect to sign-in. */
export function useDraft({ language, draft, bounds, send }: Options) {
  const area = useRef<HTMLTextAreaElement>(null)
  const key = useRef('')
  const [text, setText] = useState('')
  const [error, setError] = useState<FieldError | null>(null)
  const [isSending, setSending] = useState(false)

  useEffect(() => {
    // The text was typed before hydration or before the redirect to sign-in.
    const typed = area.current?.value
    if (typed) saveDraft(draft, typed)
    setText(typed || readDraft(draft))
  }, [draft])

  function write(next: string) {
    setText(next)
    setError(null)
    saveDraft(draft, next)
    key.current = ''
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    const problem = validateUserText(text, bounds)
    setError(problem)
    if (problem) return area.current?.focus()
    key.current ||= newIdempotencyKey()
    setSending(true)
    try {
      if (await send(text, key.current)) write('')
    } catch (failed) {
      const failure = toFailure(failed)
      const field = failure.kind === 'api_error' ? failure.errors.text : undefined
      if (field) setError(field)
      else await handleFailure(failed, language)
    } finally {
      setSending(false)
    }
  }

  return { area, text, error, isSending, write, submit }
}
