/** What a pointer, a finger or the keyboard does with rows and cards. Loaded at the first sign of one of them. */
import { initLongPress } from '../library/long-press.browser.ts'
import { awaitPreviews } from './preview-hover.browser.ts'
import { initRowArrows } from './row-arrows.browser.ts'

initRowArrows()
initLongPress()
awaitPreviews()
