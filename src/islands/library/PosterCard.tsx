import type { ContentCard, Marks } from '#src/contract/content.ts'
import { type PosterCardT, posterCardModel } from '#src/lib/catalogue/poster-card.ts'
import { Picture } from '../ui/Picture.tsx'
import { TitleTile } from '../ui/TitleTile.tsx'

/** The button in the corner of the card. */
type Action = {
  label: string
  icon: string
  onPress: () => void
  /** Set for a button that adds and removes a bookmark. */
  isBookmarked?: boolean
}
type Props = {
  t: PosterCardT
  card: ContentCard
  /** Heading one level below that of the list. */
  heading: 'h2' | 'h3'
  marks?: Marks
  action?: Action
}

/** The card of `components/catalogue/poster-card.ts` for personal lists. */
export function PosterCard({ t, card, heading: Heading, marks, action }: Props) {
  const { picture, tile, rating, search, ...model } = posterCardModel(card, t)
  return (
    <div className="card-slot w-full">
      <a
        href={model.href}
        className={model.linkClass}
        data-content={model.contentId}
        data-trailer={model.trailer}
        data-bookmarked={attribute(action?.isBookmarked)}
        data-has-access={attribute(marks?.conditional_flag.includes('has_access'))}
        data-search-query={search.query}
        data-search-position={search.position}
      >
        <div
          className="poster-frame"
          data-title={picture ? model.title : undefined}
          style={model.frameStyle}
        >
          {picture ? <Picture model={picture} /> : tile && <TitleTile tile={tile} />}
          {model.badge && <span className={model.badge.class}>{model.badge.text}</span>}
        </div>
        <Heading className="card-title">
          <bdi>{model.title}</bdi>
        </Heading>
        <p className="card-facts">
          {model.ticket && <span className="card-ticket">{model.ticket}</span>}
          {rating && (
            <span className="card-rating" data-kind={rating.kind}>
              {rating.text}
            </span>
          )}
          {model.facts.map(fact => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </a>
      {action && <CornerButton title={card.title} action={action} />}
    </div>
  )
}

function CornerButton({ title, action }: { title: string; action: Action }) {
  const { label, icon, isBookmarked, onPress } = action
  return (
    <div className="card-action-slot">
      <button
        type="button"
        className={`btn-corner card-action ${isBookmarked === undefined ? '' : 'card-bookmark'}`}
        aria-pressed={isBookmarked}
        aria-label={`${label}: ${title}`}
        title={label}
        onClick={onPress}
      >
        <i className={icon} />
      </button>
    </div>
  )
}

/** Returns the value of a boolean attribute: empty if present, undefined if absent. */
function attribute(isPresent: boolean | undefined): '' | undefined {
  return isPresent ? '' : undefined
}
