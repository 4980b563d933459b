const ICONS = {
  play: 'i-lucide-play',
  pause: 'i-lucide-pause',
  replay: 'i-lucide-rotate-ccw',
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
  close: 'i-lucide-x',
  alert: 'i-lucide-circle-alert',
  offline: 'i-lucide-wifi-off',
  lock: 'i-lucide-lock',
  device: 'i-lucide-monitor-smartphone',
  mode: 'i-lucide-wand-sparkles',
  autoplay: 'i-lucide-list-video',
  stats: 'i-lucide-activity',
  keyboard: 'i-lucide-keyboard',
  sleep: 'i-lucide-moon',
  list: 'i-lucide-list-music',
} as const

export type IconName = keyof typeof ICONS

export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return <span className={`${ICONS[name]} ${className}`} aria-hidden="true" />
}
