import { letteringImage } from '#src/lib/catalogue/lettering.ts'
import type { PlayerPage } from '#src/lib/player/player-page.ts'
import { Icon } from './Icon.tsx'

/** The title bar. It is rendered on the server too, so it does not use the player. */
export function TitleBar({ page, backLabel }: { page: PlayerPage; backLabel: string }) {
  const lettering = page.lettering && letteringImage(page.lettering)
  return (
    <div className="title-bar" data-focus-row="title">
      <a
        className="control"
        href={page.backPath}
        aria-label={backLabel}
        data-astro-prefetch="false"
      >
        <Icon name="back" />
      </a>
      <div className="min-w-0">
        <p className="title-bar-title">
          {lettering && (
            <img
              data-lettering
              src={lettering.src}
              alt={page.title}
              width={lettering.width}
              height={lettering.height}
            />
          )}
          <bdi hidden={lettering !== null}>{page.title}</bdi>
        </p>
        {page.subtitle && (
          <p className="title-bar-subtitle">
            <bdi>{page.subtitle}</bdi>
          </p>
        )}
      </div>
    </div>
  )
}
