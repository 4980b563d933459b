import type { Picture } from '#src/contract/fields.ts'
import type { PictureKind } from '#src/contract/limits.ts'

/**
 * Returns the kind of a participant's picture. A participant is a person or a title; the path determines the available
 * sizes.
 */
export function participantPictureKind({ path }: Picture): PictureKind {
  return path.includes('/poster/') ? 'poster' : 'portrait'
}
