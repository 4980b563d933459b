/** Puts the title that a subscriber has not finished first in the hero. On any failure the hero stays as it is. */
import type { ContentCard } from '#src/contract/content.ts'
import { fetchFragment } from '../catalogue/html-fragment.browser.ts'
import { loadAllStyles } from '../hydration/all-styles.browser.ts'
import { localPath, pathLanguage } from '../i18n/languages.ts'

/** Time in milliseconds that the slide waits for its picture. */
const PICTURE_MS = 3_000

/** @param card the newest title of "continue watching"; an episode is shown by its series */
export async function showResumeSlide({ short_id, series }: ContentCard): Promise<void> {
  const hero = document.querySelector<HTMLElement>('.hero')
  if (!hero || !('subscriber' in document.documentElement.dataset)) return
  const id = series?.short_id ?? short_id
  const known = [...hero.querySelectorAll<HTMLElement>('[data-slide]')].find(
    slide => slide.dataset.slide === id,
  )
  const slide = known ?? (await insertSlide(hero, id))
  if (slide) showFirst(hero, slide)
}

/** Puts a slide and its dot before the others, and shows it unless the viewer is using the hero or has scrolled past it. */
function showFirst(hero: HTMLElement, slide: HTMLElement): void {
  const frame = hero.parentElement
  const dots = [...(frame?.querySelectorAll<HTMLElement>('[data-dot]') ?? [])]
  const [first] = dots
  if (!frame || !first) return
  const before = [...hero.querySelectorAll('[data-slide]')].indexOf(slide)
  const isKnown = !slide.classList.contains('added-slide')
  const dot = (isKnown && dots[before]) || (first.cloneNode() as HTMLElement)
  dot.setAttribute('aria-label', slide.querySelector('.hero-title')?.textContent?.trim() ?? '')
  dot.setAttribute('aria-current', 'false')
  hero.prepend(slide)
  if (dot !== first) first.before(dot)
  dot.parentElement?.removeAttribute('hidden')
  const isUsed = frame.matches(':focus-within, :hover') || frame.getBoundingClientRect().bottom < 0
  if (!isUsed) dot.click()
}

async function insertSlide(hero: HTMLElement, id: string): Promise<HTMLElement | null> {
  const path = localPath(`/hero/${id}`, pathLanguage(location.pathname))
  const [{ nodes }] = await Promise.all([fetchFragment(path, '.hero-slide'), loadAllStyles()])
  const slide = nodes?.find(node => node instanceof HTMLElement)
  if (!slide) return null
  const height = hero.offsetHeight
  slide.classList.add('added-slide')
  // The height of a slide that is not active may not count yet.
  slide.dataset.active = ''
  hero.prepend(slide)
  if (hero.offsetHeight > height) {
    slide.remove()
    return null
  }
  delete slide.dataset.active
  // The main action becomes the viewer's own: card-state.browser.ts.
  slide.dispatchEvent(new Event('pardeh:cards', { bubbles: true }))
  const patience = new Promise(done => setTimeout(done, PICTURE_MS))
  const decoded = slide.querySelector('img')?.decode()
  await Promise.race([decoded?.catch(() => {}), patience])
  return slide
}
