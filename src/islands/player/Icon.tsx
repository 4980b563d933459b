const ICONS = {
  replay: 'i-lucide-rotate-ccw',
  forward: 'i-lucide-rotate-cw',
  back: 'i-lucide-arrow-right ltr:-scale-x-100',
  chevron: 'i-lucide-chevron-left ltr:-scale-x-100',
  return: 'i-lucide-chevron-right ltr:-scale-x-100',
  mute: 'i-lucide-volume-x',
  quiet: 'i-lucide-volume-1',
  loud: 'i-lucide-volume-2',
  captions: 'i-lucide-captions',
  audio: 'i-lucide-languages',
  settings: 'i-lucide-settings',
  episodes: 'i-lucide-gallery-vertical-end',
  next: 'i-lucide-skip-forward',
  previous: 'i-lucide-skip-back',
  enlarge: 'i-lucide-maximize',
  shrink: 'i-lucide-minimize',
  pip: 'i-lucide-picture-in-picture-2',
  speed: 'i-lucide-gauge',
  quality: 'i-lucide-sliders-horizontal',
  text: 'i-lucide-a-large-small',
  check: 'i-lucide-check',
  minus: 'i-lucide-minus',
  plus: 'i-lucide-plus',
  close: 'i-lucide-x',
  alert: 'i-lucide-circle-alert',
  offline: 'i-lucide-wifi-off',
  lock: 'i-lucide-lock',
  device: 'i-lucide-monitor-smartphone',
  mode: 'i-lucide-wand-sparkles',
  autoplay: 'i-lucide-list-video',
  keyboard: 'i-lucide-keyboard',
  sleep: 'i-lucide-moon',
  list: 'i-lucide-list-music',
  share: 'i-lucide-share-2',
  details: 'i-lucide-activity',
  fill: 'i-lucide-expand',
  colour: 'i-lucide-palette',
  saver: 'i-lucide-leaf',
} as const

/** Filled icons, which stand out from the outlined ones. */
const FILLED = {
  play: 'M8 4.7a1.6 1.6 0 0 1 2.4-1.4l10.2 6.9a2.2 2.2 0 0 1 0 3.6l-10.2 6.9A1.6 1.6 0 0 1 8 19.3z',
  pause:
    'M7.2 3.5h1.6A1.7 1.7 0 0 1 10.5 5.2v13.6a1.7 1.7 0 0 1-1.7 1.7H7.2a1.7 1.7 0 0 1-1.7-1.7V5.2a1.7 1.7 0 0 1 1.7-1.7zm8 0h1.6a1.7 1.7 0 0 1 1.7 1.7v13.6a1.7 1.7 0 0 1-1.7 1.7h-1.6a1.7 1.7 0 0 1-1.7-1.7V5.2a1.7 1.7 0 0 1 1.7-1.7z',
} as const

export type IconName = keyof typeof ICONS | keyof typeof FILLED

function isFilled(name: IconName): name is keyof typeof FILLED {
  return name in FILLED
}

export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  if (isFilled(name)) {
    return (
      <svg
        className={`size-[1.25em] shrink-0 ${className}`}
        viewBox="0 0 24 24"
        fill="currentColor"
        aria-hidden="true"
      >
        <path d={FILLED[name]} />
      </svg>
    )
  }
  return <span className={`${ICONS[name]} ${className}`} aria-hidden="true" />
}
