import type { Picture } from '#src/contract/fields.ts'
import type { PictureKind } from '#src/contract/limits.ts'

/** A participant is a person or a title, and its picture is made in the sizes of one. */
export function pictureKind({ path }: Picture): PictureKind {
  return path.includes('/poster/') ? 'poster' : 'portrait'
}
