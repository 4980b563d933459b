/**
 * `stored:poster/3f0c…#c81e28`: a picture that the media store has, with the colour that is shown until it is there. Pictures of the
 * project itself are `demo:poster/name`.
 */

/** `path` lacks width and format. */
export type StoredPicture = { path: string; colour: string | null }
export const DEMO = 'demo:'
export const STORED = 'stored:'
const IN_STORE = /^(?:poster|backdrop|portrait|tile)\/[0-9a-f]{20}$/
const REFERENCE = /^stored:((?:poster|backdrop|portrait|tile)\/[0-9a-f]{20})(#[0-9a-f]{6})?$/
const DEMO_VERSION = /-[0-9a-f]{8}$/

export function pictureReference(path: string | null, colour: string | null): string | undefined {
  if (path === null) return undefined
  return IN_STORE.test(path)
    ? `${STORED}${path}${colour ?? ''}`
    : `${DEMO}${path.replace(DEMO_VERSION, '')}`
}

/** Null where it is not one of these. */
export function storedPicture(reference: string): StoredPicture | null {
  const [, path, colour = null] = REFERENCE.exec(reference) ?? []
  return path ? { path, colour } : null
}
