import { type FormEvent, useEffect, useRef, useState } from 'react'
import { createSupportTicket } from '#src/contract/endpoints/support.ts'
import type { Language } from '#src/contract/fields.ts'
import { SUPPORT_TICKET } from '#src/contract/limits.ts'
import type { Department, SupportTicket } from '#src/contract/support.ts'
import { countCharacters } from '#src/contract/user-text.ts'
import { DEPARTMENTS } from '#src/contract/values.ts'
import { api, newIdempotencyKey } from '#src/lib/api/browser.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { handleFailure } from '#src/lib/api/handle-failure.ts'
import { readDraft, saveDraft } from '#src/lib/forms/draft.ts'
import { fieldErrorText } from '#src/lib/i18n/field-error.ts'
import { notify } from '#src/lib/notifications/notifications.store.ts'
import {
  type SupportTicketDraft,
  type SupportTicketProblems,
  supportTicketProblems,
} from '#src/lib/support/support.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { useHydrationMarker } from '../ui/use-hydration-marker.ts'
import type { SupportT } from './texts.ts'

type Props = { t: SupportT; language: Language; onSent: (ticket: SupportTicket) => void }
const BLANK: SupportTicketDraft = { title: '', text: '', department: 'none' }
const DRAFT = 'ticket'

/** The form of a new ticket. Its draft survives errors, reloads and a lost connection. */
export function SupportTicketForm({ t, language, onSent }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const ready = useHydrationMarker()
  const key = useRef('')
  const [draft, setDraft] = useState(BLANK)
  const [problems, setProblems] = useState<SupportTicketProblems>({})
  const [isSending, setSending] = useState(false)

  useEffect(() => {
    const typed = typedIn(form.current)
    if (typed) saveDraft(DRAFT, JSON.stringify(typed))
    setDraft(typed ?? storedDraft())
  }, [])

  function write(part: Partial<SupportTicketDraft>) {
    const next = { ...draft, ...part }
    setDraft(next)
    setProblems(({ ...rest }) => {
      for (const name of Object.keys(part)) delete rest[name as keyof SupportTicketDraft]
      return rest
    })
    saveDraft(DRAFT, next.title || next.text ? JSON.stringify(next) : '')
    key.current = ''
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    const found = supportTicketProblems(draft)
    setProblems(found)
    const [first] = Object.keys(found)
    if (first) return focusOn(form.current, first)
    key.current ||= newIdempotencyKey()
    setSending(true)
    try {
      const ticket = await api(
        createSupportTicket,
        { body: draft },
        { idempotencyKey: key.current },
      )
      write(BLANK)
      onSent(ticket)
      notify(t('support.sent'), { type: 'success' })
    } catch (error) {
      const failure = toFailure(error)
      const ofFields = failure.kind === 'api_error' ? (failure.errors as SupportTicketProblems) : {}
      setProblems(ofFields)
      const [field] = Object.keys(ofFields)
      if (field) focusOn(form.current, field)
      else await handleFailure(error, language)
    } finally {
      setSending(false)
    }
  }

  const errorOf = (name: keyof SupportTicketDraft) =>
    problems[name] && fieldErrorText(t, name, problems[name])
  const length = countCharacters(draft.text)
  return (
    <form
      ref={form}
      {...ready}
      onSubmit={event => void send(event)}
      noValidate
      className="card p-4 md:p-6 grid gap-4"
      aria-labelledby="new-ticket"
    >
      <h2 id="new-ticket" className="m-0 text-lg font-700">
        {t('support.new')}
      </h2>
      <Select
        name="department"
        label={t('support.department')}
        value={draft.department}
        onChange={event => write({ department: event.target.value as Department })}
        error={errorOf('department')}
      >
        {DEPARTMENTS.map(each => (
          <option key={each} value={each}>
            {t(`support.department.${each}`)}
          </option>
        ))}
      </Select>
      <Field
        name="title"
        label={t('support.titleField')}
        dir="auto"
        value={draft.title}
        onChange={event => write({ title: event.target.value })}
        error={errorOf('title')}
      />
      <TextArea
        name="text"
        label={t('support.text')}
        rows={6}
        placeholder={t('support.textPlaceholder')}
        value={draft.text}
        onChange={event => write({ text: event.target.value })}
        error={errorOf('text')}
        hint={t('support.counter', { length, max: SUPPORT_TICKET.max })}
      />
      <Button type="submit" isLoading={isSending}>
        {t('support.submit')}
      </Button>
    </form>
  )
}

/** Returns what the user typed before hydration. */
function typedIn(form: HTMLFormElement | null): SupportTicketDraft | null {
  if (!form) return null
  const data = new FormData(form)
  const [title, text] = [String(data.get('title') ?? ''), String(data.get('text') ?? '')]
  if (!title && !text) return null
  return { title, text, department: departmentOf(data.get('department')) }
}

function storedDraft(): SupportTicketDraft {
  try {
    const stored = JSON.parse(readDraft(DRAFT) || '{}') as Partial<
      Record<keyof SupportTicketDraft, unknown>
    >
    return {
      title: String(stored.title ?? ''),
      text: String(stored.text ?? ''),
      department: departmentOf(stored.department),
    }
  } catch {
    return BLANK
  }
}

function departmentOf(value: unknown): Department {
  return DEPARTMENTS.find(each => each === value) ?? 'none'
}

function focusOn(form: HTMLFormElement | null, name: string): void {
  form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
}
