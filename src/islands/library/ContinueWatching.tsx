import { use, useEffect, useState } from 'react'
import type { Language } from '#src/contract/fields.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { ContinueRow } from './ContinueRow.tsx'
import {
  isContinueRowReserved,
  LIBRARY_NAMESPACES,
  useContinueWatching,
} from './use-continue-watching.ts'

/**
 * The titles to continue, at the top of a home page. The server renders the row without its cards, and the `state` cookie shows it
 * before the first paint (src/lib/boot/preload.js). Without that place, PersonalRows renders the row further down.
 */
export default function ContinueWatching({ language }: { language: Language }) {
  const t = use(loadT(language, LIBRARY_NAMESPACES))
  const { pages, remove } = useContinueWatching(language, isContinueRowReserved)
  const [isReserved, setReserved] = useState(true)
  const [hadCards, setHadCards] = useState(false)
  useEffect(() => setReserved(isContinueRowReserved()), [])
  useEffect(() => setHadCards(had => had || pages.items.length > 0), [pages.items.length])
  const newest = pages.items[0]
  useEffect(() => {
    import('#src/lib/library/hero-resume.browser.ts').then(
      it => it.arrangeHero(newest),
      () => {},
    )
    // A removed title leaves the hero with the next page.
  }, [newest === undefined])
  // The row disappears when its last title is removed. If it is empty from the beginning, it keeps its place.
  const isRemoved = hadCards && pages.state === 'ready' && pages.items.length === 0
  if (!isReserved || isRemoved) return null
  return <ContinueRow t={t} language={language} pages={pages} remove={remove} isReserved />
}
