/**
 * Keys of remote controls. TVs name few of them: Tizen, webOS, HbbTV and Android report Back and the media keys by
 * their own codes, under names such as `Unidentified` or `XF86Back`.
 */
const BY_CODE: Record<number, string> = {
  // Tizen.
  10009: 'GoBack',
  10182: 'GoBack',
  10252: 'MediaPlayPause',
  10232: 'MediaTrackPrevious',
  10233: 'MediaTrackNext',
  // webOS and HbbTV.
  461: 'GoBack',
  463: 'MediaPlayPause',
  // All platforms.
  412: 'MediaRewind',
  413: 'MediaStop',
  415: 'MediaPlay',
  417: 'MediaFastForward',
  424: 'MediaTrackPrevious',
  425: 'MediaTrackNext',
  // Android.
  166: 'GoBack',
  176: 'MediaTrackNext',
  177: 'MediaTrackPrevious',
  178: 'MediaStop',
  179: 'MediaPlayPause',
}
/** Also the Pause key of a keyboard, so the code counts only if the name is not specific. */
const PAUSE = 19
const BY_NAME: Record<string, string> = { BrowserBack: 'GoBack', XF86Back: 'GoBack' }

/** Returns the name of a pressed key as desktop browsers name it; `GoBack` for every Back key. */
export function remoteKeyName({ key, keyCode }: Pick<KeyboardEvent, 'key' | 'keyCode'>): string {
  if (keyCode === PAUSE) return 'MediaPause'
  return BY_CODE[keyCode] ?? BY_NAME[key] ?? key
}
