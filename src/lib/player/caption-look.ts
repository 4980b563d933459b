/** The look of captions: a preset, or the viewer's own colours. */
/** The eight colours in the caption settings of TVs. */
export const CAPTION_COLOURS = {
  white: '255 255 255',
  yellow: '255 224 102',
  green: '120 230 120',
  cyan: '110 231 231',
  blue: '90 130 255',
  magenta: '255 120 240',
  red: '255 80 80',
  black: '0 0 0',
} as const
export type CaptionColour = keyof typeof CAPTION_COLOURS

export const CAPTION_EDGES = ['none', 'shadow', 'outline'] as const
export type CaptionEdge = (typeof CAPTION_EDGES)[number]

/** Percentages. */
export const CAPTION_OPACITIES = [0, 25, 50, 75, 100] as const

interface CaptionLook {
  'data-caption-size': string
  'data-caption-style': string
  'data-caption-edge'?: string
  style?: { [property: `--${string}`]: string }
}

interface Look {
  captionSize: string
  captionStyle: string
  captionColour: CaptionColour
  captionBackground: CaptionColour
  captionOpacity: number
  captionEdge: CaptionEdge
}

/** Returns the attributes of the captions element, for captions.css. Unknown stored values become white on black. */
export function captionLook(look: Look): CaptionLook {
  const size = { 'data-caption-size': look.captionSize, 'data-caption-style': look.captionStyle }
  if (look.captionStyle !== 'own') return size
  const colour = CAPTION_COLOURS[look.captionColour] ?? CAPTION_COLOURS.white
  const background = CAPTION_COLOURS[look.captionBackground] ?? CAPTION_COLOURS.black
  const opacity = Math.min(100, Math.max(0, look.captionOpacity))
  return {
    ...size,
    'data-caption-edge': look.captionEdge,
    style: {
      '--caption-colour': `rgb(${colour})`,
      '--caption-background': `rgb(${background} / ${opacity}%)`,
    },
  }
}
