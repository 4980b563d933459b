import type { Picture } from '#src/contract/fields.ts'
import type { PictureKind } from '#src/contract/limits.ts'

/** A participant is a person or a title; the path tells which picture sizes exist. */
export function pictureKind({ path }: Picture): PictureKind {
  return path.includes('/poster/') ? 'poster' : 'portrait'
}
