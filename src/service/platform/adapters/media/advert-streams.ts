/**
 * Adverts have a folder of their own. An advert server names the video to play, and that video is signed for every viewer. So it can name
 * only streams in this folder, and no title may use one of them.
 */
const ADVERT_STREAM = /^(?:demo\/)?adverts\/[A-Za-z0-9][\w.-]{0,99}$/

/** Folder of adverts in the media store. */
export const ADVERT_FOLDER = 'adverts'

export function isAdvertStream(stream: string): boolean {
  return ADVERT_STREAM.test(stream)
}

/** True for every key in the folder, even if it is not the key of a stream. */
export function isInAdvertFolder(stream: string): boolean {
  return /^(?:demo\/)?adverts(?:\/|$)/.test(stream)
}
