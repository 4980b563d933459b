import type { CSSProperties } from 'react'
import type { TitleTile as Tile } from '#src/lib/catalogue/title-tile.ts'

/** The tile of `components/ui/title-tile.ts` as an island. */
export function TitleTile({ tile }: { tile: Tile }) {
  return (
    <span
      className="title-tile"
      data-size={tile.size}
      style={tile.style as CSSProperties}
      aria-hidden="true"
    >
      <bdi>{tile.text}</bdi>
    </span>
  )
}
