/** Adds bookmark buttons to the cards of a cached page, for signed-in viewers. */
import { handleFailure } from '../api/handle-failure.ts'
import { loadAllStyles } from '../hydration/all-styles.browser.ts'
import { pathLanguage } from '../i18n/languages.ts'
import { loadT } from '../i18n/load.ts'
import { createBookmark } from './bookmark.ts'

/** `isBookmarked` returns undefined for a title that cannot be bookmarked. */
export async function addBookmarkButtons(
  slots: readonly HTMLElement[],
  isBookmarked: (id: string) => boolean | undefined,
): Promise<void> {
  const language = pathLanguage(location.pathname)
  // The first style sheet does not contain the buttons.
  const [t] = await Promise.all([loadT(language, ['library']), loadAllStyles()])
  for (const slot of slots) {
    const link = slot.querySelector<HTMLElement>('[data-content]')
    const card = link?.dataset.content ?? ''
    const title = slot.querySelector('.card-title')?.textContent.trim()
    const stands = isBookmarked(card)
    if (stands === undefined) continue
    const { corner, button, show } = aButton(`${t('library.bookmarks.add')}: ${title}`)
    const update = createBookmark(card, {
      show: isOn => {
        link?.toggleAttribute('data-bookmarked', isOn)
        show(isOn)
      },
      fail: error => void handleFailure(error, language),
    })
    update.join()
    update.confirm(stands)
    button.addEventListener('click', () =>
      update.request(button.getAttribute('aria-pressed') !== 'true'),
    )
    slot.append(corner)
  }
}

type Mark = { corner: HTMLElement; button: HTMLButtonElement; show: (isOn: boolean) => void }

function aButton(label: string): Mark {
  const corner = document.createElement('div')
  const button = document.createElement('button')
  const icon = document.createElement('i')
  button.type = 'button'
  button.className = 'btn-corner card-action card-bookmark'
  button.setAttribute('aria-label', label)
  button.append(icon)
  corner.className = 'card-action-slot'
  corner.append(button)
  return {
    corner,
    button,
    show: isOn => {
      button.setAttribute('aria-pressed', String(isOn))
      icon.className = isOn ? 'i-lucide-bookmark-check text-xl' : 'i-lucide-bookmark text-xl'
    },
  }
}
