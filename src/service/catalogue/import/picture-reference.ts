/**
 * `stored:poster/3f0c…#c81e28` refers to a picture in the media store, with the colour that is shown until it has
 * loaded. `demo:poster/name` refers to a picture of the project.
 */

/** `path` has no width and no format. */
export type StoredPicture = { path: string; colour: string | null }
export const DEMO = 'demo:'
export const STORED = 'stored:'
/** Fields of the import format whose value is a picture. */
const PICTURE_FIELD = /^(poster|backdrop|image|lettering(\.\w+)?)$/
const PATH = String.raw`(?:poster|backdrop|portrait|tile)\/[0-9a-f]{20}|lettering\/[0-9a-f]{20}-\d+x\d+`
const IN_STORE = new RegExp(`^(?:${PATH})$`)
const REFERENCE = new RegExp(`^stored:(${PATH})(#[0-9a-f]{6})?$`)
const DEMO_VERSION = /-[0-9a-f]{8}(-\d+x\d+)?$/

export function pictureReference(path: string | null, colour: string | null): string | undefined {
  if (path === null) return undefined
  return IN_STORE.test(path)
    ? `${STORED}${path}${colour ?? ''}`
    : `${DEMO}${path.replace(DEMO_VERSION, '')}`
}

/** True if the value of a field names a picture on the disk, and not one in the media store or of the project. */
export function isPictureFile(field: string, value: string): boolean {
  const isReference = value.startsWith(DEMO) || value.startsWith(STORED)
  return PICTURE_FIELD.test(field) && value !== '' && !isReference
}

/** Parses the reference; null if it is not a stored picture. */
export function storedPicture(reference: string): StoredPicture | null {
  const [, path, colour = null] = REFERENCE.exec(reference) ?? []
  return path ? { path, colour } : null
}
