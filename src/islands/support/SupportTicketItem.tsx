import type { Language } from '#src/contract/fields.ts'
import type { SupportTicket } from '#src/contract/support.ts'
import { localPath } from '#src/lib/i18n/languages.ts'
import { statusBadge } from '#src/lib/support/support.ts'
import { formatDateTime } from '#src/lib/text/date.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { fromWire } from '#src/lib/text/tehran.ts'
import type { SupportT } from './texts.ts'

type Props = { t: SupportT; language: Language; ticket: SupportTicket }

export function SupportTicketItem({ t, language, ticket }: Props) {
  return (
    <a
      href={localPath(`/tickets/${ticket.id}`, language)}
      className="card block p-4 md:p-5 no-underline text-text hover:border-[var(--faint)] transition-colors"
    >
      <div className="flex items-start justify-between gap-3">
        <h2 className="m-0 text-base font-700 min-w-0 line-clamp-2 overflow-clip [overflow-wrap:anywhere]">
          <bdi>{ticket.title}</bdi>
        </h2>
        <Status t={t} status={ticket.status} />
      </div>
      <p className="m-0 mt-1.5 text-sm text-muted flex flex-wrap gap-x-4 gap-y-1">
        <span>{t('support.number', { number: localDigits(ticket.number, language) })}</span>
        {ticket.department !== 'none' && (
          <span>{t(`support.department.${ticket.department}`)}</span>
        )}
        <span>{formatDateTime(fromWire(ticket.created_at), language)}</span>
      </p>
    </a>
  )
}

export function Status({ t, status }: { t: SupportT; status: string }) {
  const { key, icon, colour } = statusBadge(status)
  return (
    <span className={`badge h-7! bg-[var(--quiet)] ${colour}`}>
      <i className={icon} />
      {t(key)}
    </span>
  )
}
