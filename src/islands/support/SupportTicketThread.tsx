import { use, useState } from 'react'
import type { Language } from '#src/contract/fields.ts'
import type { SupportTicket } from '#src/contract/support.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { countryName } from '#src/lib/text/country.ts'
import { formatDateTime } from '#src/lib/text/date.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { fromWire } from '#src/lib/text/tehran.ts'
import { ReplyForm } from './ReplyForm.tsx'
import { Status } from './SupportTicketItem.tsx'
import type { SupportT } from './texts.ts'

const NAMESPACES = ['support', 'common', 'validation', 'failures'] as const
type Props = { language: Language; ticket: SupportTicket }

/** A ticket with its replies and the reply form. */
export default function SupportTicketThread({ language, ticket: first }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const [ticket, setTicket] = useState(first)
  const firstMessage = {
    id: ticket.id,
    text: ticket.text,
    from: 'user' as const,
    created_at: ticket.created_at,
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:(grid-cols-[minmax(0,1fr)_260px] gap-8) items-start">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 min-w-0">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h1 className="m-0 min-w-0 text-2xl font-800 plain-text overflow-clip">{ticket.title}</h1>
          <Status t={t} status={ticket.status} />
        </div>
        <ol className="list-none m-0 p-0 grid grid-cols-[minmax(0,1fr)] gap-3">
          {[firstMessage, ...ticket.messages].map(message => (
            <Message key={message.id} t={t} language={language} message={message} />
          ))}
        </ol>
        <ReplyForm t={t} language={language} ticket={ticket} onSent={setTicket} />
      </div>
      <Details t={t} language={language} ticket={ticket} />
    </div>
  )
}

type MessageProps = { t: SupportT; language: Language; message: SupportTicket['messages'][number] }
function Message({ t, language, message }: MessageProps) {
  const isOurs = message.from === 'support'
  return (
    <li
      className={`card p-4 max-w-full w-fit min-w-[min(100%,260px)] ${isOurs ? 'justify-self-end border-good!' : 'justify-self-start'}`}
    >
      <p className="m-0 mb-1.5 flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <span className={`font-700 ${isOurs ? 'text-good' : 'text-text'}`}>
          {isOurs ? t('support.answer') : t('support.you')}
        </span>
        <time dateTime={fromWire(message.created_at).toISOString()}>
          {formatDateTime(fromWire(message.created_at), language)}
        </time>
      </p>
      <p className="m-0 plain-text overflow-clip leading-relaxed" dir="auto">
        {message.text}
      </p>
    </li>
  )
}

function Details({
  t,
  language,
  ticket,
}: {
  t: SupportT
  language: Language
  ticket: SupportTicket
}) {
  const unknown = t('support.status.none')
  const rows = [
    [t('support.numberTitle'), localDigits(ticket.number, language)],
    [
      t('support.department'),
      ticket.department === 'none' ? unknown : t(`support.department.${ticket.department}`),
    ],
    [t('support.created'), formatDateTime(fromWire(ticket.created_at), language)],
    [
      t('support.details.country'),
      ticket.country ? countryName(ticket.country, language) : unknown,
    ],
    [t('support.details.isp'), ticket.internet_provider || unknown],
  ] as const
  return (
    <section className="card p-4 md:p-5" aria-labelledby="ticket-details">
      <h2 id="ticket-details" className="m-0 mb-3 text-base font-700">
        {t('support.details')}
      </h2>
      <dl className="m-0 grid gap-2.5 text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="m-0 text-end min-w-0 break-words">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
        <div className="flex justify-between gap-4">
          <dt className="text-muted">{t('support.details.ip')}</dt>
          <dd className="m-0 ltr break-all">{ticket.ip || unknown}</dd>
        </div>
      </dl>
    </section>
  )
}
