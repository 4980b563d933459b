/** Pointer, touch and keyboard behaviour of rows and cards. Loaded at the first such event. */
import { initLongPress } from '../library/long-press.browser.ts'
import { awaitPreviews } from './preview-hover.browser.ts'
import { initRowArrows } from './row-arrows.browser.ts'

initRowArrows()
initLongPress()
awaitPreviews()
