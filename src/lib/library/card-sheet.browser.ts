/** The sheet of a card at the bottom of a phone screen: bookmark, details, share. */
import { loadAllStyles } from '../hydration/all-styles.browser.ts'
import { pathLanguage } from '../i18n/languages.ts'
import { loadT } from '../i18n/load.ts'
import { notify } from '../notifications/notifications.store.ts'
import { loginPath } from '../routes.ts'
import { savePendingAction } from './pending-action.ts'
import { shareLink } from './share.ts'

type Item = { icon: string; text: string } & ({ href: string } | { press: () => void })

export async function openCardSheet(link: HTMLElement): Promise<void> {
  const language = pathLanguage(location.pathname)
  const [t] = await Promise.all([
    loadT(language, ['library', 'catalogue', 'common']),
    loadAllStyles(),
  ])
  if (document.querySelector('.card-sheet')) return
  const title = textIn(link, '.card-title')
  const href = link.getAttribute('href') ?? ''
  const sheet = aSheet(title, factsOf(link))
  const button = link.parentElement?.querySelector<HTMLButtonElement>('.card-action')
  // The button has no pressed state in the list of bookmarks, where it only removes.
  const isOn = !!button && button.getAttribute('aria-pressed') !== 'false'
  const bookmark = (): Item => ({
    icon: isOn ? 'i-lucide-bookmark-minus' : 'i-lucide-bookmark',
    text: t(isOn ? 'library.bookmarks.remove' : 'library.bookmarks.add'),
    press: () => (button ? button.click() : signIn(link, href)),
  })
  // A signed-in viewer has no button if the title cannot be bookmarked or its marks did not load.
  const isSignedOut = !document.documentElement.hasAttribute('data-signed-in')
  const items: Item[] = [
    ...(button || isSignedOut ? [bookmark()] : []),
    { icon: 'i-lucide-info', text: t('catalogue.content.details'), href },
    {
      icon: 'i-lucide-share-2',
      text: t('common.share'),
      press: () =>
        void shareLink(title, () => notify(t('library.shared'), { type: 'success' }), link),
    },
    { icon: 'i-lucide-x', text: t('common.close'), press: () => undefined },
  ]
  sheet.append(...items.map(item => anItem(item, () => sheet.close())))
  document.body.append(sheet)
  sheet.addEventListener('close', () => sheet.remove())
  sheet.addEventListener('click', ({ target }) => target === sheet && sheet.close())
  sheet.showModal()
}

function signIn(link: HTMLElement, back: string): void {
  savePendingAction(link.dataset.content ?? '', 'bookmark')
  location.assign(loginPath(back, pathLanguage(location.pathname)))
}

function aSheet(title: string, facts: string): HTMLDialogElement {
  const sheet = document.createElement('dialog')
  sheet.className = 'dialog card-sheet'
  sheet.setAttribute('aria-label', title)
  const heading = document.createElement('p')
  const name = document.createElement('bdi')
  const line = document.createElement('small')
  name.textContent = title
  line.textContent = facts
  heading.append(name, line)
  sheet.append(heading)
  return sheet
}

function anItem(item: Item, close: () => void): HTMLElement {
  const element = 'href' in item ? document.createElement('a') : document.createElement('button')
  const icon = document.createElement('i')
  icon.className = item.icon
  element.className = 'card-sheet-item'
  element.append(icon, item.text)
  if (element instanceof HTMLAnchorElement && 'href' in item) element.href = item.href
  if (element instanceof HTMLButtonElement) element.type = 'button'
  element.addEventListener('click', () => {
    close()
    if ('press' in item) item.press()
  })
  return element
}

/** Rating, facts and duration are nodes of their own. */
function factsOf(link: HTMLElement): string {
  const lines = [...link.querySelectorAll('.card-facts')]
  const nodes = lines.flatMap(line => [...line.childNodes])
  return nodes.map(textOf).filter(Boolean).join(' · ')
}

function textIn(link: HTMLElement, selector: string): string {
  return textOf(link.querySelector(selector))
}

function textOf(element: Node | null): string {
  return element?.textContent?.trim() ?? ''
}
