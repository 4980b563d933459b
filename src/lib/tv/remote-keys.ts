/**
 * The keys of remote controls. Televisions name few of them: Tizen, webOS, HbbTV and Android tell Back and the media keys by numbers of their
 * own, under names such as `Unidentified` or `XF86Back`.
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
  // All of them.
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
/** Also the Pause key of a keyboard, so it counts where the name says nothing else. */
const PAUSE = 19
const BY_NAME: Record<string, string> = { BrowserBack: 'GoBack', XF86Back: 'GoBack' }

/** The name of a pressed key, as browsers on computers name it; `GoBack` for every Back. */
export function keyName({ key, keyCode }: Pick<KeyboardEvent, 'key' | 'keyCode'>): string {
  if (keyCode === PAUSE) return 'MediaPause'
  return BY_CODE[keyCode] ?? BY_NAME[key] ?? key
}
