import {
  defineConfig,
  presetIcons,
  presetWind3,
  transformerDirectives,
  transformerVariantGroup,
} from 'unocss'
import { COLOURS } from './src/contract/colours.ts'
import {
  BANNER_HEIGHT,
  BANNER_HEIGHT_NARROW,
  BREAKPOINTS,
  FADE_MS,
  HEADER_HEIGHT,
} from './src/contract/limits.ts'

/** Pixels at the browser's default text size. Sizes and breakpoints grow with the text size that a viewer has set. */
const rem = (pixels: number) => `${pixels / 16}rem`

/** Colours are CSS variables of src/styles/theme.css: no component names one. */
const tokens = [...COLOURS, 'line', 'scrim']

export default defineConfig({
  content: {
    // Components name icons and classes that modules of these folders hold.
    pipeline: { include: [/\.(astro|tsx)($|\?)/, /\/src\/(components|lib)\/.*\.ts($|\?)/] },
  },
  presets: [
    presetWind3({ preflight: 'on-demand' }),
    presetIcons({ scale: 1.25, extraProperties: { display: 'inline-block', 'flex-shrink': '0' } }),
  ],
  preflights: [
    {
      /** Numbers of section 9 of the specification, for the style sheets. */
      getCSS: () =>
        `:root{--header-height:${rem(HEADER_HEIGHT)};--banner-height:${rem(BANNER_HEIGHT)};--banner-height-narrow:${rem(BANNER_HEIGHT_NARROW)};--fade:${FADE_MS}ms}`,
    },
  ],
  transformers: [transformerDirectives(), transformerVariantGroup()],
  theme: {
    breakpoints: Object.fromEntries(
      Object.entries(BREAKPOINTS).map(([name, width]) => [name, rem(width)]),
    ),
    colors: Object.fromEntries(tokens.map(name => [name, `var(--${name})`])),
    spacing: {
      header: rem(HEADER_HEIGHT),
      banner: rem(BANNER_HEIGHT),
      'banner-narrow': rem(BANNER_HEIGHT_NARROW),
    },
    height: {
      header: rem(HEADER_HEIGHT),
      banner: rem(BANNER_HEIGHT),
      'banner-narrow': rem(BANNER_HEIGHT_NARROW),
    },
    /**
     * Texts below the size of running text, with their line height, which would be 1 otherwise; a television enlarges them
     * (src/styles/theme.css).
     */
    fontSize: {
      xs: ['var(--text-12)', '1.3333'],
      '13': ['var(--text-13)', '1.5385'],
      sm: ['var(--text-14)', '1.4286'],
      '15': ['var(--text-15)', '1.6'],
    },
    fontFamily: {
      sans: 'var(--font)',
    },
  },
  shortcuts: {
    /** Page width and its gutters, the same for every row of every page. */
    gutter: 'px-[var(--gutter)]',
    'page-width': 'w-full max-w-[1760px] mx-auto gutter',
    btn: 'inline-flex items-center justify-center gap-2 min-h-11 px-5 rounded-xl text-15 font-600 leading-tight no-underline cursor-pointer select-none border border-solid border-transparent transition-[background-color,color,border-color,opacity] duration-150 disabled:(opacity-50 cursor-not-allowed) aria-disabled:(opacity-50 cursor-not-allowed)',
    'btn-action': 'btn bg-action text-on-action hover:bg-action-hover',
    'btn-quiet': 'btn bg-[var(--quiet)] text-text hover:bg-[var(--quiet-hover)]',
    'btn-line': 'btn bg-transparent text-text border-line hover:bg-[var(--quiet)]',
    'btn-icon':
      'inline-flex items-center justify-center w-11 h-11 rounded-full text-text bg-transparent border-0 cursor-pointer hover:bg-[var(--quiet)] transition-colors duration-150',
    'btn-text':
      'inline-flex items-center gap-1.5 min-h-11 p-0 bg-transparent border-0 text-accent font-600 cursor-pointer hover:underline underline-offset-4',
    check: 'w-5 h-5 m-0 accent-[var(--action)] cursor-pointer',
    /** A round button on a picture or in a row of actions; on while pressed. */
    'btn-round':
      'inline-flex items-center justify-center w-13 h-13 rounded-full text-text bg-[var(--quiet)] border border-solid border-transparent cursor-pointer hover:bg-[var(--quiet-hover)] transition-colors duration-150 [backdrop-filter:blur(4px)]',
    /** On the corner of a card: removes or marks what it shows. */
    'btn-corner':
      'absolute end-2 top-2 z-1 inline-flex items-center justify-center w-11 h-11 rounded-full border-0 text-white bg-[rgb(8_10_16/.72)] hover:bg-[rgb(8_10_16/.92)] cursor-pointer transition-colors duration-150',
    field:
      'w-full min-h-12 px-4 rounded-xl bg-[var(--field)] text-text border border-solid border-line placeholder:text-faint focus:(border-action outline-none) transition-colors',
    card: 'bg-raised rounded-2xl border border-solid border-line',
    chip: 'inline-flex items-center gap-1 min-h-9 px-3.5 rounded-full text-sm font-500 no-underline text-text bg-[var(--quiet)] hover:bg-[var(--quiet-hover)] transition-colors whitespace-nowrap',
    'chip-on':
      'inline-flex items-center gap-1 min-h-9 px-3.5 rounded-full text-sm font-600 no-underline text-bg bg-text whitespace-nowrap',
    badge: 'inline-flex items-center gap-1 h-6 px-2 rounded-md text-xs font-600 whitespace-nowrap',
    heading:
      'text-[1.1875rem] sm:text-[1.375rem] md:text-[1.625rem] font-700 leading-snug text-text',
    skeleton: 'bg-[var(--quiet)] rounded-lg animate-pulse motion-reduce:animate-none',
    'flip-rtl': 'rtl:[transform:scaleX(-1)]',
  },
})
