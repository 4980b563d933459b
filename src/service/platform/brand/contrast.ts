/** Checks that texts are readable on the colours of a brand: WCAG 2.2, level AA (1.4.3). */
import type { Colours, Theme } from './brand-file.ts'

/** Minimum contrast of normal text, and of shapes such as a focus ring or an icon (1.4.11). */
const TEXT = 4.5
const MARK = 3

type Pair = { on: readonly (keyof Colours)[]; of: readonly (keyof Colours)[]; least: number }
const SURFACES = ['bg', 'raised', 'overlay'] as const
const PAIRS: readonly Pair[] = [
  { of: ['text', 'muted', 'faint', 'accent', 'good', 'warn', 'bad'], on: SURFACES, least: TEXT },
  { of: ['on-action'], on: ['action', 'action-hover'], least: TEXT },
  { of: ['accent'], on: SURFACES, least: MARK },
]
/** `--quiet` in src/styles/theme.css, the ground of quiet buttons: a colour mixed into the surface. */
const QUIET: Record<Theme, { ink: string; part: number }> = {
  dark: { ink: '#ffffff', part: 0.16 },
  light: { ink: '#171923', part: 0.11 },
}

export type ContrastProblem = { theme: Theme; of: string; on: string; ratio: number; least: number }

/** Returns the pairs of colours whose contrast is too low. */
export function contrastProblems(theme: Theme, colours: Colours): ContrastProblem[] {
  const pairs = PAIRS.flatMap(({ of, on, least }) =>
    of.flatMap(ink => on.map(surface => ({ ink, surface, least }))),
  ).map(({ ink, surface, least }) => ({
    of: ink as string,
    on: surface as string,
    ratio: contrastRatio(colours[ink], colours[surface]),
    least,
  }))
  const quiet = SURFACES.map(surface => ({
    of: 'text',
    on: `a quiet button on ${surface}`,
    ratio: contrastRatio(colours.text, mixed(colours[surface], QUIET[theme])),
    least: TEXT,
  }))
  return [...pairs, ...quiet]
    .filter(({ ratio, least }) => ratio < least)
    .map(problem => ({ theme, ...problem }))
}

/** Returns the contrast of two colours such as `#d3274a`, from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns the relative luminance, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map(value => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mixed(surface: string, { ink, part }: { ink: string; part: number }): string {
  const [over, under] = [channels(ink), channels(surface)]
  const both = under.map((value, at) => Math.round((over[at] ?? 0) * part + value * (1 - part)))
  return `#${both.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

function channels(colour: string): number[] {
  return [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))
}
