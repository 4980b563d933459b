const TURN_MS = 8_000
const FILL_MS = 1_500

const hero = document.querySelector<HTMLElement>('[data-hero]')
if (hero) initHero(hero)

/**
 * Rotates the slides of the hero. Rotation stops under a pointer, with focus inside, off screen, while a trailer plays, and with
 * reduced motion. A script may add a slide with its dot.
 */
function initHero(hero: HTMLElement): void {
  const dotBar = hero.querySelector('[data-hero-dots]') as HTMLElement
  const all = (kind: string) => [...hero.querySelectorAll<HTMLElement>(`[data-${kind}]`)]
  dotBar.hidden = all('slide').length < 2
  // The pictures of the other slides load after the page.
  const load = () => {
    hero.dataset.loaded = ''
  }
  const fill = () => setTimeout(load, FILL_MS)
  if (document.readyState === 'complete') fill()
  else addEventListener('load', fill, { once: true })
  let timer = 0
  const show = (index: number) => {
    const slides = all('slide')
    const active = slides.at(index % slides.length)
    load()
    slides.forEach((slide, at) => {
      const isActive = slide === active
      slide.toggleAttribute('data-active', isActive)
      slide.inert = !isActive
      all('dot')[at]?.setAttribute('aria-current', String(isActive))
    })
    hero.dispatchEvent(new Event('pardeh:slide'))
  }
  const turn = (by: number) => show(all('slide').findIndex(it => 'active' in it.dataset) + by)
  const stop = () => clearInterval(timer)
  const start = () => {
    stop()
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    timer = setInterval(() => hero.dataset.held ?? turn(1), TURN_MS) as unknown as number
  }
  dotBar.addEventListener('click', ({ target }) => {
    const dot = (target as HTMLElement).closest<HTMLElement>('[data-dot]')
    if (dot) show(all('dot').indexOf(dot))
  })
  hero.addEventListener('pointerenter', stop)
  hero.addEventListener('pointerleave', start)
  hero.addEventListener('focusin', stop)
  hero.addEventListener('focusout', start)
  swipe(hero, by => {
    turn(by)
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
      const distance = Math.abs(x)
      if (distance < 48 || Math.abs(to.clientY - from.y) > distance) return
      const isForward = x > 0 === (document.documentElement.dir === 'rtl')
      turn(isForward ? 1 : -1)
    },
    { passive: true },
  )
}

export {}
