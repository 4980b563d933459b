/**
 * Reports the Core Web Vitals of this page once, when it is hidden: the values, the kind of page and the class of
 * device, without a cookie or an id.
 */
import { type Metric, onCLS, onINP, onLCP, onTTFB } from 'web-vitals'
import {
  VITALS_MAX,
  type Vital,
  type VitalsDevice,
  type VitalsPage,
} from '#src/contract/web-vitals.ts'
import { barePath } from '../i18n/languages.ts'

const PHONE = '(max-width: 767px)'
const PAGES: Readonly<Record<string, VitalsPage>> = {
  '': 'home',
  contents: 'listing',
  artists: 'artist',
  categories: 'category',
  play: 'play',
  packages: 'packages',
  payment: 'payment',
  login: 'sign-in',
  register: 'sign-in',
  user: 'account',
  profile: 'account',
}

measure()

function measure(): void {
  const found: Partial<Record<Vital, number>> = {}
  const note = ({ name, value }: Metric) => {
    const vital = name.toLowerCase() as Vital
    found[vital] = Math.min(Math.max(0, value), VITALS_MAX[vital])
  }
  for (const watch of [onLCP, onINP, onCLS, onTTFB]) watch(note, { reportAllChanges: true })
  addEventListener('visibilitychange', function send() {
    if (document.visibilityState !== 'hidden') return
    removeEventListener('visibilitychange', send)
    const body = { page: pageKind(location.pathname), device: deviceClass(), ...found }
    navigator.sendBeacon(
      '/api/web-vitals',
      new Blob([JSON.stringify(body)], { type: 'application/json' }),
    )
  })
}

function pageKind(pathname: string): VitalsPage {
  const [first = '', second] = barePath(pathname).split('/').filter(Boolean)
  if (first === 'contents' && second) return 'title'
  return PAGES[first] ?? 'other'
}

function deviceClass(): VitalsDevice {
  if (document.documentElement.dataset.tv !== undefined) return 'tv'
  return matchMedia(PHONE).matches ? 'phone' : 'desktop'
}
