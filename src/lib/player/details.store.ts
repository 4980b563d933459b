import { atom } from 'nanostores'

/** True while the details of playback are shown. Applies to this page only. */
export const $areDetailsShown = atom(false)
