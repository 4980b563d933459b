import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { mediaKind, yearAndCountries } from '#src/lib/catalogue/card.ts'
import { pictureSources } from '#src/lib/catalogue/picture.ts'
import { contentPath } from '#src/lib/routes.ts'

type Props = {
  language: Language
  card: ContentCard
  /** One below the heading that the list stands under. */
  heading: 'h2' | 'h3'
  /** The button in the corner. */
  action?: { label: string; icon: string; onPress: () => void }
}

/** The catalogue's card, for lists that only their owner sees. */
export function PosterCard({ language, card, heading: Heading, action }: Props) {
  const { poster_image: picture } = card
  const image = picture && pictureSources(picture, 'poster')
  return (
    <div className="relative">
      <a
        href={contentPath(card, language)}
        className={mediaKind(card.type) === 'tv_show' ? 'poster-link poster-stack' : 'poster-link'}
      >
        <div
          className="poster-frame"
          style={picture?.color ? { background: picture.color } : undefined}
        >
          {image && (
            <img
              srcSet={image.avif}
              sizes="(min-width: 960px) 196px, 31vw"
              src={image.src}
              alt=""
              loading="lazy"
              width={300}
              height={450}
            />
          )}
        </div>
        <Heading className="card-title">
          <bdi>{card.title}</bdi>
        </Heading>
        <p className="card-facts">{yearAndCountries(card, language).join(' · ')}</p>
      </a>
      {action && (
        <button
          type="button"
          className="btn-corner"
          aria-label={`${action.label}: ${card.title}`}
          title={action.label}
          onClick={action.onPress}
        >
          <i className={action.icon} />
        </button>
      )}
    </div>
  )
}
