import { atom } from 'nanostores'

/** Whether the details of playback are shown. Of this page alone. */
export const $areDetailsShown = atom(false)
