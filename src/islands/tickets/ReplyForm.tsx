import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FieldError } from '#src/contract/envelope.ts'
import type { Language } from '#src/contract/fields.ts'
import { TICKET } from '#src/contract/limits.ts'
import { addTicketMessage, type Ticket } from '#src/contract/tickets.ts'
import { characters } from '#src/contract/written.ts'
import { api, newIdempotencyKey } from '#src/lib/api/browser.ts'
import { failureOf } from '#src/lib/api/failure.ts'
import { reactTo } from '#src/lib/api/react.ts'
import { fieldErrorText } from '#src/lib/i18n/field-error.ts'
import { keepDraft, readDraft } from '#src/lib/shell/draft.ts'
import { notify } from '#src/lib/shell/notifications.store.ts'
import { problemOf } from '#src/lib/tickets/tickets.ts'
import { Button } from '../ui/Button.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import type { TicketsT } from './Tickets.tsx'

type Props = {
  t: TicketsT
  language: Language
  ticket: Ticket
  onSent: (ticket: Ticket) => void
}

/** What is written on; a completed ticket is opened again by it. */
export function ReplyForm({ t, language, ticket, onSent }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const key = useRef('')
  const [text, setText] = useState('')
  const [error, setError] = useState<FieldError | null>(null)
  const [isSending, setSending] = useState(false)
  const draft = `ticket:${ticket.id}`

  useEffect(() => {
    const typed = form.current?.querySelector('textarea')?.value
    if (typed) keepDraft(draft, typed)
    setText(typed || readDraft(draft))
  }, [draft])

  function write(next: string) {
    setText(next)
    setError(null)
    keepDraft(draft, next)
    key.current = ''
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    const problem = problemOf(text, TICKET.max)
    setError(problem)
    if (problem) return form.current?.querySelector('textarea')?.focus()
    key.current ||= newIdempotencyKey()
    setSending(true)
    try {
      const changed = await api(
        addTicketMessage,
        { params: { id: ticket.id }, body: { text } },
        { idempotencyKey: key.current },
      )
      write('')
      onSent(changed)
      notify(t('tickets.reply.sent'), { type: 'success' })
    } catch (failed) {
      const failure = failureOf(failed)
      const field = failure.kind === 'refused' ? failure.errors.text : undefined
      if (field) setError(field)
      else await reactTo(failed, language)
    } finally {
      setSending(false)
    }
  }

  return (
    <form
      ref={form}
      onSubmit={event => void send(event)}
      noValidate
      className="card p-4 md:p-5 grid gap-3"
    >
      {ticket.status === 'completed' && (
        <p className="m-0 text-sm text-muted">{t('tickets.reply.reopens')}</p>
      )}
      <TextArea
        name="text"
        label={t('tickets.reply')}
        rows={4}
        value={text}
        onChange={event => write(event.target.value)}
        error={error ? fieldErrorText(t, 'text', error) : undefined}
        hint={t('tickets.counter', { length: characters(text), max: TICKET.max })}
      />
      <Button type="submit" isLoading={isSending} className="justify-self-start">
        <i className="i-lucide-send flip-rtl" />
        {t('tickets.reply.send')}
      </Button>
    </form>
  )
}
