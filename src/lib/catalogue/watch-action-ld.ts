/** Watch actions of a title, according to Google's rules. */
import type { ActionAccessSpecification, ListenAction, WatchAction } from 'schema-dts'
import type { Content } from '#src/contract/content.ts'
import type { Language } from '#src/contract/languages.ts'
import { playPath } from '../routes.ts'
import { firstPlayable } from './playable.ts'

type Page = { language: Language; origin: string }
const PLATFORMS = [
  'https://schema.org/DesktopWebPlatform',
  'https://schema.org/MobileWebPlatform',
] as const

/** Returns the actions; none if nothing can be played yet. */
export function watchActionLd<Type extends 'WatchAction' | 'ListenAction'>(
  content: Content,
  type: Type,
  { language, origin }: Page,
): (WatchAction & ListenAction) | undefined {
  const playable = firstPlayable(content)
  if (!playable) return undefined
  const action = {
    '@type': type,
    target: {
      '@type': 'EntryPoint',
      urlTemplate: origin + playPath(playable, language),
      inLanguage: language,
      actionPlatform: PLATFORMS,
    },
    actionAccessibilityRequirement: accessLd(content),
  }
  return action as unknown as WatchAction & ListenAction
}

function accessLd({ flag, ticket }: Content): ActionAccessSpecification {
  const where = flag.includes('iran_access')
    ? { eligibleRegion: { '@type': 'Country', name: 'IR' } as const }
    : {}
  if (flag.includes('content_has_ticket'))
    return {
      '@type': 'ActionAccessSpecification',
      category: 'rental',
      ...where,
      ...(ticket
        ? { expectsAcceptanceOf: { '@type': 'Offer', price: ticket.total, priceCurrency: 'IRR' } }
        : {}),
    }
  return {
    '@type': 'ActionAccessSpecification',
    category: flag.includes('free_content') ? 'nologinrequired' : 'subscription',
    ...where,
  }
}
