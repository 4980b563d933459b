import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { pictureSources } from '#src/lib/catalogue/picture.ts'
import { titleTile } from '#src/lib/catalogue/title-tile.ts'
import { TitleTile } from './TitleTile.tsx'

type Props = {
  card: Pick<ContentCard, 'title' | 'categories' | 'poster_image'>
  language: Language
  /** Width in pixels. */
  width: number
}

/** The poster next to a title's name, or a tile if it has none. Its ratio is 2:3. */
export function SmallPoster({ card, language, width }: Props) {
  const picture = card.poster_image
  const poster = picture && pictureSources(picture, 'poster')
  return (
    <span
      className="relative block flex-none self-start rounded-lg overflow-hidden"
      style={{ width, aspectRatio: '2 / 3', background: picture?.color ?? undefined }}
    >
      {poster ? (
        <picture>
          <source type="image/avif" srcSet={poster.avif} sizes={`${width}px`} />
          <img
            src={poster.src}
            srcSet={poster.webp}
            sizes={`${width}px`}
            alt=""
            width={width}
            height={width * 1.5}
            loading="lazy"
            className="block w-full h-full object-cover"
          />
        </picture>
      ) : (
        <TitleTile tile={titleTile(card, language)} />
      )}
    </span>
  )
}
