import { use, useEffect, useState } from 'react'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/languages.ts'
import { SmallPoster } from '#src/islands/ui/SmallPoster.tsx'
import { api } from '#src/lib/api/browser.ts'
import { primaryAction } from '#src/lib/catalogue/primary-action.ts'
import { actionView } from '#src/lib/catalogue/primary-action-view.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { type LockKind, lockReason } from '#src/lib/player/lock-reason.ts'
import { lowestPrice, openTitles } from '#src/lib/player/lock-screen.ts'
import type { PlayerPage } from '#src/lib/player/player-page.ts'
import { contentPath } from '#src/lib/routes.ts'
import { isChild } from '#src/lib/session/profile.ts'
import { readState } from '#src/lib/session/state.ts'
import { formatPrice } from '#src/lib/text/price.ts'
import { fromWire } from '#src/lib/text/tehran.ts'

interface LockScreenProps {
  kind: LockKind
  page: PlayerPage
  language: Language
  /** Why, in words. */
  text: string
  /** The page to return to. */
  returnTo: string
}

const NAMESPACES = ['catalogue', 'player'] as const

/** A title that does not open for this viewer: what opens it and its price, the trailer, and titles that are open. */
export default function LockScreen({ kind, page, language, text, returnTo }: LockScreenProps) {
  const t = use(loadT(language, NAMESPACES))
  const { action: title } = page
  const [{ user, profile }] = useState(() => readState(document.cookie))
  const isKid = isChild(profile)
  const [view] = useState(() => {
    const endedAt = user?.subscription_ended_at ? fromWire(user.subscription_ended_at) : null
    const action = primaryAction(title, {
      ...{ kind: 'member', isChild: isKid, endedAt },
      ...{ access_reason: lockReason(kind, title), progress: null, next_episode: null },
    })
    return actionView(action, title, t, { now: new Date(), returnTo })
  })
  const reason = view.kind === 'blocked' && isKid ? view.text : (view.note ?? text)
  const isSubscription = view.kind === 'subscribe' || view.kind === 'renew'
  const price = useLoaded(isSubscription ? () => lowestPrice(api) : null)
  const open = useLoaded(() => openTitles(api, page.shortId)) ?? []
  return (
    <>
      <h2 className="failure-title">{t('player.lock.title')}</h2>
      <p className="failure-text">{reason}</p>
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

/** Undefined until it is loaded, and where that fails: the screen is complete without it. */
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
