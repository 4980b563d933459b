import type { ContentCard } from '#src/contract/content.ts'
import { type PosterCardT, posterCardModel } from '#src/lib/catalogue/poster-card.ts'
import { Picture } from '../ui/Picture.tsx'

type Props = {
  t: PosterCardT
  card: ContentCard
  /** One level below the heading of the list. */
  heading: 'h2' | 'h3'
  /** The button in the corner. */
  action?: { label: string; icon: string; onPress: () => void }
}

/** The card of `components/catalogue/poster-card.ts`, for personal lists. */
export function PosterCard({ t, card, heading: Heading, action }: Props) {
  const { picture, rating, search, ...model } = posterCardModel(card, t)
  return (
    <div className="card-slot w-full">
      <a
        href={model.href}
        className={model.linkClass}
        data-content={model.contentId}
        data-search-query={search.query}
        data-search-position={search.position}
      >
        <div className="poster-frame" style={model.frameStyle}>
          {picture && <Picture model={picture} />}
          {model.flags.map(flag => (
            <span key={flag.class} className={flag.class}>
              {flag.text}
            </span>
          ))}
          {rating && (
            <span className="card-rating" data-kind={rating.kind}>
              {rating.text}
            </span>
          )}
        </div>
        <Heading className="card-title">
          <bdi>{model.title}</bdi>
        </Heading>
        <p className="card-facts">
          {model.facts}
          {model.duration && <span className="card-duration">{model.duration}</span>}
        </p>
      </a>
      {action && (
        <div className="card-action-slot">
          <button
            type="button"
            className="btn-corner card-action"
            aria-label={`${action.label}: ${card.title}`}
            title={action.label}
            onClick={action.onPress}
          >
            <i className={action.icon} />
          </button>
        </div>
      )}
    </div>
  )
}
