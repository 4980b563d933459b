import type { PictureKind } from '#src/contract/limits.ts'

/** A picture as a page to be photographed. */
export interface Drawing {
  kind: PictureKind
  name: string
  width: number
  height: number
  html: string
}
