import { useEffect, useState } from 'react'
import type { ContentCard, Marks } from '#src/contract/content.ts'
import { handleFailure } from '#src/lib/api/handle-failure.ts'
import { createBookmark } from '#src/lib/library/bookmark.ts'
import type { LibraryT } from './ContinueWatchingCard.tsx'
import { PosterCard } from './PosterCard.tsx'

type Props = {
  t: LibraryT
  card: ContentCard
  heading: 'h2' | 'h3'
  /** Undefined until the marks are loaded, and for a title that cannot be bookmarked. */
  marks: Marks | undefined
}

/** The card of `card-bookmarks.browser.ts` as an island. */
export function BookmarkableCard({ t, card, heading, marks }: Props) {
  const [isOn, setOn] = useState(false)
  const [bookmark] = useState(() =>
    createBookmark(card.id, {
      show: setOn,
      fail: error => void handleFailure(error, t.language),
    }),
  )
  useEffect(() => bookmark.join(), [bookmark])
  useEffect(() => {
    if (marks) bookmark.confirm(marks.conditional_flag.includes('bookmark'))
  }, [marks])
  const action = {
    label: t('library.bookmarks.add'),
    icon: isOn ? 'i-lucide-bookmark-check text-xl' : 'i-lucide-bookmark text-xl',
    isBookmarked: isOn,
    onPress: () => bookmark.request(!isOn),
  }
  return <PosterCard t={t} card={card} heading={heading} {...(marks && { action, marks })} />
}
