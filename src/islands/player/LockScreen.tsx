import { use, useEffect, useState } from 'react'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/languages.ts'
import { SmallPoster } from '#src/islands/ui/SmallPoster.tsx'
import { api } from '#src/lib/api/browser.ts'
import { primaryAction } from '#src/lib/catalogue/primary-action.ts'
import { actionView } from '#src/lib/catalogue/primary-action-view.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { type LockKind, lockReason } from '#src/lib/player/lock-reason.ts'
import { cheapestPackage, findPlayableTitles, lastTicketEnd } from '#src/lib/player/lock-screen.ts'
import { lockWords } from '#src/lib/player/lock-view.ts'
import type { PlayerPage } from '#src/lib/player/player-page.ts'
import { contentPath } from '#src/lib/routes.ts'
import { isChildProfile } from '#src/lib/session/profile.ts'
import { readStateCookie } from '#src/lib/session/state.ts'
import { readCookies } from '#src/lib/storage/read-cookies.ts'
import { formatPrice } from '#src/lib/text/price.ts'
import { fromWire } from '#src/lib/text/tehran.ts'

interface LockScreenProps {
  kind: LockKind
  page: PlayerPage
  language: Language
  /** The reason in words. */
  text: string
  /** Path to which the viewer returns. */
  returnTo: string
}

const NAMESPACES = ['catalogue', 'player'] as const

/** The screen of a title that this viewer cannot play: what opens it and its price, the trailer, and titles that are open. */
export default function LockScreen({ kind, page, language, text, returnTo }: LockScreenProps) {
  const t = use(loadT(language, NAMESPACES))
  const { action: title } = page
  const [{ user, profile }] = useState(() => readStateCookie(readCookies()))
  const isKid = isChildProfile(profile)
  const endedAt = user?.subscription_ended_at ? fromWire(user.subscription_ended_at) : null
  const [view] = useState(() => {
    const action = primaryAction(title, {
      kind: 'member',
      isChild: isKid,
      endedAt,
      access_reason: lockReason(kind, title),
      progress: null,
      next_episode: null,
    })
    return actionView(action, title, t, { now: new Date(), returnTo })
  })
  const ticketEndedAt = useLoaded(
    view.kind === 'buy_ticket' && user ? () => lastTicketEnd(api, page.shortId) : null,
  )
  const words = lockWords(
    {
      action: view.kind,
      subscriptionEndedAt: endedAt,
      ticketEndedAt: ticketEndedAt ?? null,
      reason: view.kind === 'blocked' && isKid ? view.text : text,
    },
    t,
  )
  const isSubscription = view.kind === 'subscribe' || view.kind === 'renew'
  const price = useLoaded(isSubscription ? () => cheapestPackage(api) : null)
  const open = useLoaded(() => findPlayableTitles(api, page.shortId)) ?? []
  return (
    <>
      <h2 className="failure-title">{words.title}</h2>
      <p className="failure-text">{words.text}</p>
      {price && (
        <p className="lock-price">
          {t('player.lock.price', { price: formatPrice(price.total, language) })}
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-3 mt-5" data-focus-row="lock">
        {view.href && (
          <a
            className="btn-action min-h-12"
            data-adults={view.isForAdults ? '' : undefined}
            href={view.href}
          >
            {view.text}
          </a>
        )}
        {page.trailerPath && (
          <a className="btn-quiet min-h-12" href={page.trailerPath}>
            {t('catalogue.content.trailer')}
          </a>
        )}
      </div>
      {open.length > 0 && (
        <section className="lock-open" aria-labelledby="lock-open">
          <h3 id="lock-open" className="lock-open-title">
            {t('player.lock.open')}
          </h3>
          <ul className="lock-open-list" data-focus-row="open">
            {open.map(card => (
              <li key={card.id}>
                <OpenTitle card={card} language={language} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function OpenTitle({ card, language }: { card: ContentCard; language: Language }) {
  return (
    <a href={contentPath(card, language)} className="lock-open-link">
      <SmallPoster card={card} language={language} width={112} />
      <bdi className="lock-open-name">{card.title}</bdi>
    </a>
  )
}

/** Returns the loaded value; undefined while loading and after a failure. The screen is complete without it. */
function useLoaded<T>(load: (() => Promise<T>) | null): T | undefined {
  const [value, setValue] = useState<T>()
  useEffect(() => {
    let isGone = false
    load?.().then(
      loaded => isGone || setValue(() => loaded),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [])
  return value
}
