import type { PictureKind } from '#src/contract/limits.ts'

/** A picture as a page of which a screenshot is taken. */
export interface Drawing {
  kind: PictureKind | 'lettering'
  name: string
  width: number
  height: number
  html: string
  /** True for a still of an episode: pages show it small, so it is compressed more. */
  isStill?: boolean
}
