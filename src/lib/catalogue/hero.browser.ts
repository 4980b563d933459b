const TURN_MS = 8_000
const FILL_MS = 1_500

const hero = document.querySelector<HTMLElement>('[data-hero]')
if (hero) initHero(hero)

/**
 * Rotates the slides of the hero. Rotation stops under a pointer, with focus inside, off screen and with reduced
 * motion.
 */
function initHero(hero: HTMLElement): void {
  const slides = [...hero.querySelectorAll<HTMLElement>('[data-slide]')]
  const dots = hero.querySelector<HTMLElement>('[data-hero-dots]')
  if (!dots || slides.length < 2) return
  dots.hidden = false
  // The pictures of the other slides load after the page.
  const fill = () => setTimeout(() => hero.toggleAttribute('data-loaded', true), FILL_MS)
  if (document.readyState === 'complete') fill()
  else addEventListener('load', fill, { once: true })
  let active = 0
  let timer = 0
  const show = (index: number) => {
    active = (index + slides.length) % slides.length
    hero.dataset.loaded = ''
    for (const [at, slide] of slides.entries()) {
      slide.toggleAttribute('data-active', at === active)
      slide.inert = at !== active
      dots.children[at]?.toggleAttribute('aria-current', at === active)
      if (at === active) dots.children[at]?.setAttribute('aria-current', 'true')
    }
  }
  const stop = () => clearInterval(timer)
  const start = () => {
    stop()
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
      timer = setInterval(() => show(active + 1), TURN_MS) as unknown as number
  }
  dots.addEventListener('click', event => {
    const dot = (event.target as HTMLElement).closest<HTMLElement>('[data-dot]')
    if (dot) show(Number(dot.dataset.dot))
  })
  hero.addEventListener('pointerenter', stop)
  hero.addEventListener('pointerleave', start)
  hero.addEventListener('focusin', stop)
  hero.addEventListener('focusout', start)
  swipe(hero, by => {
    show(active + by)
    start()
  })
  new IntersectionObserver(([entry]) => (entry?.isIntersecting ? start() : stop())).observe(hero)
}

function swipe(element: HTMLElement, turn: (by: 1 | -1) => void): void {
  let from: { x: number; y: number } | null = null
  element.addEventListener(
    'touchstart',
    ({ touches }) => {
      from = touches[0] ? { x: touches[0].clientX, y: touches[0].clientY } : null
    },
    { passive: true },
  )
  element.addEventListener(
    'touchend',
    ({ changedTouches }) => {
      const to = changedTouches[0]
      if (!from || !to) return
      const x = to.clientX - from.x
      if (Math.abs(x) < 48 || Math.abs(to.clientY - from.y) > Math.abs(x)) return
      const isForward = document.documentElement.dir === 'rtl' ? x > 0 : x < 0
      turn(isForward ? 1 : -1)
    },
    { passive: true },
  )
}

export {}
