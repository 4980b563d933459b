import { use, useEffect, useState } from 'react'
import type { CinemaTicket } from '#src/contract/cinema.ts'
import type { Data } from '#src/contract/endpoint.ts'
import { listCinemaTickets } from '#src/contract/endpoints/cinema.ts'
import type { Language } from '#src/contract/fields.ts'
import { EmptyState } from '#src/islands/ui/EmptyState.tsx'
import { ErrorState } from '#src/islands/ui/ErrorState.tsx'
import { Skeleton } from '#src/islands/ui/Skeleton.tsx'
import { SmallPoster } from '#src/islands/ui/SmallPoster.tsx'
import { api } from '#src/lib/api/browser.ts'
import { type Failure, toFailure } from '#src/lib/api/failure.ts'
import { failureText } from '#src/lib/api/failure-reactions.ts'
import { localPath } from '#src/lib/i18n/languages.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { contentPath, playPath, ticketPath } from '#src/lib/routes.ts'
import { formatDateTime } from '#src/lib/text/date.ts'
import { fromWire } from '#src/lib/text/tehran.ts'

const NAMESPACES = ['cinema', 'failures', 'common'] as const
type Texts = Translate<
  | 'cinema.buy'
  | 'cinema.result.watch'
  | 'cinema.ticket.status.active'
  | 'cinema.ticket.status.expired'
  | 'cinema.ticket.status.unused'
  | 'cinema.ticket.until'
  | 'cinema.ticket.validHours'
>

/** The user's cinema tickets on the account page. */
export function CinemaTickets({ language }: { language: Language }) {
  const t = use(loadT(language, NAMESPACES))
  const [found, setFound] = useState<Data<typeof listCinemaTickets> | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)

  async function load() {
    setFailure(null)
    try {
      setFound(await api(listCinemaTickets, { query: {} }))
    } catch (error) {
      setFailure(toFailure(error))
    }
  }
  useEffect(() => void load(), [])

  if (failure)
    return <ErrorState text={failureText(failure, t)} retry={t('common.retry')} onRetry={load} />
  if (!found) return <Skeleton count={2} label={t('common.loading')} className="h-24" />
  if (found.items.length === 0)
    return (
      <EmptyState icon="i-lucide-ticket" title={t('cinema.tickets.empty')}>
        <a className="btn-action" href={localPath('/cinema-online', language)}>
          {t('cinema.tickets.browse')}
        </a>
      </EmptyState>
    )
  return (
    <ul className="m-0 p-0 list-none grid gap-3 md:grid-cols-2">
      {found.items.map(ticket => (
        <Ticket key={ticket.id} ticket={ticket} t={t} />
      ))}
    </ul>
  )
}

const STATES = {
  unused: { key: 'cinema.ticket.status.unused', look: 'text-accent' },
  running: { key: 'cinema.ticket.status.active', look: 'text-good' },
  ended: { key: 'cinema.ticket.status.expired', look: 'text-muted' },
} as const

function Ticket({ ticket, t }: { ticket: CinemaTicket; t: Texts }) {
  const { content, status, expires_at: expiresAt } = ticket
  const { language } = t
  return (
    <li className="card p-3 flex gap-4 items-stretch">
      <SmallPoster card={content} language={language} width={72} />
      <div className="grow min-w-0 grid content-between gap-2">
        <div className="grid gap-0.5">
          <a
            className="font-700 no-underline text-text hover:underline"
            href={contentPath(content, language)}
          >
            <bdi>{content.title}</bdi>
          </a>
          <span className={`text-sm font-600 ${STATES[status].look}`}>{t(STATES[status].key)}</span>
          <span className="text-sm text-muted">
            {expiresAt
              ? t('cinema.ticket.until', { date: formatDateTime(fromWire(expiresAt), language) })
              : t('cinema.ticket.validHours', { count: ticket.valid_hours })}
          </span>
        </div>
        {status === 'ended' ? (
          <a
            className="btn-line min-h-10 justify-self-start"
            href={ticketPath(content, language)}
            aria-label={`${t('cinema.buy')}: ${content.title}`}
          >
            {t('cinema.buy')}
          </a>
        ) : (
          <a
            className="btn-action min-h-10 justify-self-start"
            href={playPath(content, language)}
            aria-label={`${t('cinema.result.watch')}: ${content.title}`}
          >
            <i className="i-lucide-play" />
            {t('cinema.result.watch')}
          </a>
        )}
      </div>
    </li>
  )
}
