import { use, useState } from 'react'
import { listSupportTickets } from '#src/contract/endpoints/support.ts'
import type { Language } from '#src/contract/fields.ts'
import type { SupportTicket } from '#src/contract/support.ts'
import { api } from '#src/lib/api/browser.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { type Page, usePagedList } from '../ui/use-paged-list.ts'
import { SupportTicketForm } from './SupportTicketForm.tsx'
import { SupportTicketItem } from './SupportTicketItem.tsx'
import { NAMESPACES } from './texts.ts'

type Props = { language: Language; first?: Page<SupportTicket> }

/** The user's tickets and the form for a new one. */
export default function Tickets({ language, first }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const pages = usePagedList(from => api(listSupportTickets, { query: from }), first)
  const [isWriting, setWriting] = useState(false)
  const { items, state } = pages
  const isNew = state === 'ready' && items.length === 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:(grid-cols-[minmax(0,1fr)_minmax(300px,380px)] gap-10) items-start">
      <section
        aria-label={t('support.list')}
        className="grid grid-cols-[minmax(0,1fr)] gap-3 max-md:order-2"
      >
        {isNew && (
          <EmptyState
            icon="i-lucide-life-buoy"
            title={t('support.empty')}
            text={t('support.emptyHint')}
          />
        )}
        <ul className="list-none m-0 p-0 grid grid-cols-[minmax(0,1fr)] gap-3">
          {items.map(ticket => (
            <li key={ticket.id}>
              <SupportTicketItem t={t} language={language} ticket={ticket} />
            </li>
          ))}
        </ul>
        <LoadMore pages={pages} t={t} skeleton={{ count: 3, className: 'h-24 rounded-2xl' }} />
      </section>
      <div className="max-md:order-1 md:(sticky top-20)">
        {!isWriting && !isNew && (
          <button
            type="button"
            className="btn-action w-full md:hidden"
            onClick={() => setWriting(true)}
          >
            <i className="i-lucide-plus" />
            {t('support.new')}
          </button>
        )}
        <div className={isWriting || isNew ? '' : 'max-md:hidden'}>
          <SupportTicketForm
            t={t}
            language={language}
            onSent={ticket => {
              pages.put(ticket)
              setWriting(false)
            }}
          />
        </div>
      </div>
    </div>
  )
}
