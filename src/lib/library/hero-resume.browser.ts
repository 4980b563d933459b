/**
 * Arranges the hero for subscribers: first the title that they have not finished, then series. On any failure the hero stays as
 * it is.
 */
import type { ContentCard } from '#src/contract/content.ts'
import { fetchFragment } from '../catalogue/html-fragment.browser.ts'
import { loadAllStyles } from '../hydration/all-styles.browser.ts'
import { localPath, pathLanguage } from '../i18n/languages.ts'

/** Time in milliseconds that the slide waits for its picture. */
const PICTURE_MS = 3_000

type Newest = Pick<ContentCard, 'short_id' | 'series'>

/** @param newest the newest title of "continue watching", if there is one; an episode is shown by its series */
export async function arrangeHero(newest: Newest | undefined): Promise<void> {
  const hero = document.querySelector<HTMLElement>('.hero')
  if (!hero) return
  await subscription()
  moveEarlySlides(hero)
  if (!newest) return
  const id = newest.series?.short_id ?? newest.short_id
  const known = slidesOf(hero).find(slide => slide.dataset.slide === id)
  const slide = known ?? (await insertSlide(hero, id))
  if (!slide) return
  await loadPicture(slide)
  showFirst(hero, slide)
}

/** Resolves when the viewer is a subscriber, which an open page also becomes after a purchase elsewhere. */
function subscription(): Promise<void> {
  const root = document.documentElement
  return new Promise(resolve => {
    const observer = new MutationObserver(check)
    function check() {
      if (!('subscriber' in root.dataset)) return
      observer.disconnect()
      resolve()
    }
    observer.observe(root, { attributeFilter: ['data-subscriber'] })
    check()
  })
}

function slidesOf(hero: HTMLElement): HTMLElement[] {
  return [...hero.querySelectorAll<HTMLElement>('[data-slide]')]
}

function dotsOf(hero: HTMLElement): HTMLElement[] {
  return [...(hero.parentElement?.querySelectorAll<HTMLElement>('[data-dot]') ?? [])]
}

/** Moves early slides and their dots before the first slide that is not early. The slide in view keeps its place. */
function moveEarlySlides(hero: HTMLElement): void {
  const dots = dotsOf(hero)
  const rest = slidesOf(hero)
    .map((slide, at) => ({ slide, dot: dots[at] }))
    .filter(({ slide }) => !('active' in slide.dataset))
  const [firstLate, ...later] = rest.slice(rest.findIndex(({ slide }) => !isEarly(slide)))
  for (const { slide, dot } of later) {
    if (!firstLate || !isEarly(slide)) continue
    firstLate.slide.before(slide)
    if (dot) firstLate.dot?.before(dot)
  }
}

function isEarly({ dataset }: HTMLElement): boolean {
  return 'early' in dataset
}

/** Puts a slide and its dot before the others, and shows it unless the viewer is using the hero or has scrolled past it. */
function showFirst(hero: HTMLElement, slide: HTMLElement): void {
  const frame = hero.parentElement
  const dots = dotsOf(hero)
  const [first] = dots
  if (!frame || !first) return
  const before = slidesOf(hero).indexOf(slide)
  const isKnown = !slide.classList.contains('added-slide')
  const dot = (isKnown && dots[before]) || (first.cloneNode() as HTMLElement)
  dot.setAttribute('aria-label', slide.querySelector('.hero-title')?.textContent?.trim() ?? '')
  const isUsed = frame.matches(':focus-within, :hover') || frame.getBoundingClientRect().bottom < 0
  // Moving a slide takes the focus from its buttons.
  if (isKnown && isUsed) return
  dot.setAttribute('aria-current', 'false')
  hero.prepend(slide)
  if (dot !== first) first.before(dot)
  dot.parentElement?.removeAttribute('hidden')
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
  return slide
}

async function loadPicture(slide: HTMLElement): Promise<void> {
  const image = slide.querySelector('img')
  if (!image) return
  image.loading = 'eager'
  const patience = new Promise(done => setTimeout(done, PICTURE_MS))
  await Promise.race([image.decode().catch(() => {}), patience])
}
