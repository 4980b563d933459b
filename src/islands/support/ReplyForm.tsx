import { addSupportTicketMessage } from '#src/contract/endpoints/support.ts'
import type { Language } from '#src/contract/fields.ts'
import { SUPPORT_TICKET } from '#src/contract/limits.ts'
import type { SupportTicket } from '#src/contract/support.ts'
import { countCharacters } from '#src/contract/user-text.ts'
import { api } from '#src/lib/api/browser.ts'
import { fieldErrorText } from '#src/lib/i18n/field-error.ts'
import { notify } from '#src/lib/notifications/notifications.store.ts'
import { Button } from '../ui/Button.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { useDraft } from '../ui/use-draft.ts'
import { useHydrationMarker } from '../ui/use-hydration-marker.ts'
import type { SupportT } from './texts.ts'

type Props = {
  t: SupportT
  language: Language
  ticket: SupportTicket
  onSent: (ticket: SupportTicket) => void
}

/** The form of a reply to a ticket. A reply reopens a completed ticket. */
export function ReplyForm({ t, language, ticket, onSent }: Props) {
  const ready = useHydrationMarker()
  const { area, text, error, isSending, write, submit } = useDraft({
    language,
    draft: `ticket:${ticket.id}`,
    bounds: SUPPORT_TICKET,
    send: async (text, idempotencyKey) => {
      const request = { params: { id: ticket.id }, body: { text } }
      onSent(await api(addSupportTicketMessage, request, { idempotencyKey }))
      notify(t('support.reply.sent'), { type: 'success' })
      return true
    },
  })

  return (
    <form
      {...ready}
      onSubmit={event => void submit(event)}
      noValidate
      className="card p-4 md:p-5 grid gap-3"
    >
      {ticket.status === 'completed' && (
        <p className="m-0 text-sm text-muted">{t('support.reply.reopens')}</p>
      )}
      <TextArea
        ref={area}
        name="text"
        label={t('support.reply')}
        rows={4}
        value={text}
        onChange={event => write(event.target.value)}
        error={error ? fieldErrorText(t, 'text', error) : undefined}
        hint={t('support.counter', { length: countCharacters(text), max: SUPPORT_TICKET.max })}
      />
      <Button type="submit" isLoading={isSending} className="justify-self-start">
        <i className="i-lucide-send flip-rtl" />
        {t('support.reply.send')}
      </Button>
    </form>
  )
}
