/** Pointer, touch and keyboard behaviour of rows and cards. Loaded at the first such event. */
import { initLongPress } from '../library/long-press.browser.ts'
import { awaitPreviews } from './preview-hover.browser.ts'
import { initRowArrows } from './row-arrows.browser.ts'

initRowArrows()
initLongPress()
awaitPreviews()
// If the code does not load, cards stay as they are.
if (matchMedia('(hover: hover)').matches)
  import('../library/card-panel.browser.ts').then(
    it => it.initCardPanels(),
    () => {},
  )
