/** Replaces values that Chromium 69 does not know by their result on a screen 1920 pixels wide. */

/** Replaces min(), max() and clamp(), which are supported from Chromium 79 on. */
export function withoutMath(value: string): string {
  const call = innermost(value)
  if (!call) return value
  const { before, name, args, after } = call
  return withoutMath(before + valueOfCall(name, args) + after)
}

/** Returns the argument that decides on a screen 1920 pixels wide. Arguments that depend on more than the screen are estimated. */
function valueOfCall(name: string, args: string[]): string {
  const pixels = args.map(pixelsOf)
  if (pixels.every(each => each !== undefined)) {
    const ascending = [...pixels].sort((one, other) => one - other)
    const decisive = { clamp: ascending[1], min: ascending[0], max: ascending.at(-1) }[name]
    return args[pixels.indexOf(decisive ?? Number.NaN)] ?? '0px'
  }
  const isFluid = (arg: string) => /v[wh]|%|env\(/.test(arg)
  const one = {
    clamp: args[2],
    min: args.find(arg => !isFluid(arg)) ?? args[0],
    max: args.findLast(arg => !isFluid(arg) && arg !== '0px') ?? args.find(arg => arg !== '0px'),
  }[name] as string
  return /[\s*/+]/.test(one) && !one.startsWith('calc(') ? `calc(${one})` : one
}

/** Pixels of each unit in TV mode at 1920 × 1080. */
const UNITS = { px: 1, rem: 32, vw: 19.2, vh: 10.8, svh: 10.8, dvh: 10.8, lvh: 10.8 }

function pixelsOf(length: string): number | undefined {
  const [, number, unit] = /^(-?[\d.]+)(px|rem|vw|[dsl]?vh)$/.exec(length.trim()) ?? []
  return number === undefined ? undefined : Number(number) * UNITS[unit as keyof typeof UNITS]
}

/** Returns the first min(), max() or clamp() without another one inside. minmax() is a different function. */
function innermost(value: string) {
  const found = [...value.matchAll(/(?<![\w-])(min|max|clamp)\(/g)].at(-1)
  if (!found) return null
  const start = found.index + found[0].length
  const end = closing(value, start)
  return {
    before: value.slice(0, found.index),
    name: found[1] as string,
    args: splitArguments(value.slice(start, end)),
    after: value.slice(end + 1),
  }
}

/** Replaces color-mix() of custom properties. A small share of any colour becomes grey, which suits both themes. */
export function withoutMixes(value: string, prop: string): string {
  const isScrim = value.includes('gradient') || prop.startsWith('--scrim')
  return value.replace(
    /color-mix\(in \w+,\s*(var\([\w-]+\)|[\w#]+)\s*([\d.]+)%,\s*(var\([\w-]+\)|[\w#]+)\s*\)/g,
    (_, first: string, percent: string, second: string) => {
      const share = Number(percent)
      if (second !== 'transparent') return share >= 50 ? first : second
      // Scrims cover pictures, and only on dark pages.
      if (isScrim && share < 95) return `rgba(8, 10, 16, ${share / 100})`
      if (prop === 'color' || share >= 60) return first
      return `rgba(140, 140, 150, ${share / 100})`
    },
  )
}

/** Returns the index of the bracket that closes the one at `start` − 1. */
export function closing(text: string, start: number): number {
  let depth = 1
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return text.length
}

export function splitArguments(text: string): string[] {
  return split(text, /,/)
}

/** Splits a text at separators that are not in brackets. */
export function split(text: string, separator: RegExp): string[] {
  const parts: string[] = []
  let [depth, from] = [0, 0]
  for (let at = 0; at <= text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === '(' || character === '[') depth += 1
    if (character === ')' || character === ']') depth -= 1
    if (at < text.length && (depth > 0 || !separator.test(character))) continue
    parts.push(text.slice(from, at).trim())
    from = at + 1
  }
  return parts.filter(Boolean)
}
