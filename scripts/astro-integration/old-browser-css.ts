/**
 * Rewrites a style sheet for televisions of 2019 (Chromium 69), which would ignore newer syntax. Lightning CSS compiles selectors
 * and colours. The rest depends on values that it does not know; they are chosen for the wide screen of a television.
 */
import { transform } from 'lightningcss'
import { type Declaration, parse, type Root, Rule } from 'postcss'
import { closing, split, splitArguments, withoutMath, withoutMixes } from './old-browser-values.ts'

const CHROMIUM = 69 << 16
/** A child that is pushed to the end keeps its own margin. */
const NOT_PUSHED = ':not([class*="ms-auto"]):not([class*="mx-auto"])'

/** Returns minified CSS that Chromium 69 understands. */
export function forOldBrowsers(css: string): string {
  const root = parse(css)
  root.walkAtRules(/^(starting-style|container|property|view-transition)$/, each => {
    each.remove()
  })
  root.walkDecls(each => {
    rewriteValue(each)
  })
  const sides = new Map<Rule, Sides>()
  root.walkDecls(LOGICAL, each => {
    toPhysical(each, sides)
  })
  for (const [rule, of] of sides) byDirection(rule, of)
  root.walkRules(each => {
    rewriteSelectors(each)
  })
  spaceFlexItems(root)
  root.walkDecls('aspect-ratio', each => {
    padToRatio(each)
  })
  const { code } = transform({
    filename: 'old.css',
    code: Buffer.from(root.toString()),
    targets: { chrome: CHROMIUM },
    minify: true,
  })
  return code.toString()
}

function rewriteValue(declaration: Declaration): void {
  const { prop, value } = declaration
  declaration.value = withoutMixes(withoutMath(value), prop).replace(
    /\b([\d.]+)[dsl]v([hw])\b/g,
    '$1v$2',
  )
  if (/^overflow/.test(prop) && value.includes('clip'))
    declaration.value = value.replace(/clip/g, 'hidden')
  // A width that is the minimum of two values becomes width and max-width.
  const [, first = '', second = ''] = /^min\(([^(),]+),([^(),]+)\)$/.exec(value) ?? []
  if (prop === 'width' && second) {
    const [fluid, most] = /%|v[wh]/.test(first) ? [first, second] : [second, first]
    declaration.value = fluid.trim()
    declaration.cloneAfter({ prop: 'max-width', value: most.trim() })
  }
}

const LOGICAL =
  /^(inset|inset-(inline|block)(-start|-end)?|(margin|padding|scroll-padding|scroll-margin)-(inline|block)|border-(start|end)-(start|end)-radius)$/

/** Replaces shorthands: Chromium 69 knows `margin-inline-start` and similar, but neither their shorthands nor `inset`. */
function toPhysical(declaration: Declaration, sides: Map<Rule, Sides>): void {
  const { prop, value } = declaration
  const [name = '', axis = '', edge] = /^border/.test(prop)
    ? [prop]
    : [...(/^(.+?)(?:-(inline|block))?(?:-(start|end))?$/.exec(prop) ?? [])].slice(1)
  const values = split(value, /\s/)
  const [first = '', second = first, third = first, fourth = second] = values
  const set = (pairs: Record<string, string>) => {
    for (const [prop, value] of Object.entries(pairs)) declaration.cloneBefore({ prop, value })
    declaration.remove()
  }
  const sided = (of: Sides) => {
    const rule = declaration.parent as Rule
    sides.set(rule, { ...sides.get(rule), ...of })
    declaration.remove()
  }
  if (/^border/.test(prop)) {
    const [, block, inline] = /^border-(start|end)-(start|end)/.exec(prop) ?? []
    const side = block === 'start' ? 'top' : 'bottom'
    const [rtl, ltr] = inline === 'start' ? ['right', 'left'] : ['left', 'right']
    set({ [`border-${side}-${rtl}-radius`]: value, [`border-${side}-${ltr}-radius`]: value })
  } else if (prop === 'inset') set({ top: first, right: second, bottom: third, left: fourth })
  else if (axis === 'block') {
    const of = (side: string) => (name === 'inset' ? side : `${name}-${side}`)
    if (edge) set({ [of(edge === 'start' ? 'top' : 'bottom')]: value })
    else set({ [of('top')]: first, [of('bottom')]: second })
  } else if (name !== 'inset' && !edge)
    set(
      name.startsWith('scroll')
        ? { [`${name}-left`]: first, [`${name}-right`]: second }
        : { [`${name}-inline-start`]: first, [`${name}-inline-end`]: second },
    )
  else if (edge) sided({ [edge]: value })
  else if (first === second) set({ left: first, right: first })
  else sided({ start: first, end: second })
}

/** Returns selectors such as `.player .seek` within an element of the player that has `dir=ltr`. */
function insideParent(rule: Rule): string[] {
  return rule.selectors
    .filter(each => /^\.[\w-]+ /.test(each))
    .map(each => `[dir=rtl] ${each.replace(' ', ' [dir=ltr] ')}`)
}

type Sides = { start?: string; end?: string }

/** Adds a rule for each direction: that of the page, or of the nearest element with `dir=ltr`. */
function byDirection(rule: Rule, sides: Sides): void {
  const of = (start: string, end: string) => ({
    ...(sides.start ? { [start]: sides.start } : {}),
    ...(sides.end ? { [end]: sides.end } : {}),
  })
  const within = (direction: string, more = '') =>
    rule.selectors
      .map(each =>
        /^(html|:root)/.test(each)
          ? each.replace(/^(html|:root)/, `$1[dir=${direction}]`)
          : `[dir=${direction}] ${more}${each}`,
      )
      .join(',')
  const nested = { left: 'auto', right: 'auto', ...of('left', 'right') }
  rule.after([
    ruleOf(within('rtl'), of('right', 'left')),
    ruleOf(within('ltr'), of('left', 'right')),
    ruleOf([within('rtl', '[dir=ltr] '), ...insideParent(rule)].join(','), nested),
  ])
}

function rewriteSelectors(rule: Rule): void {
  if (
    rule.parent?.type === 'atrule' &&
    /keyframes$/.test((rule.parent as { name?: string }).name ?? '')
  )
    return
  const known = rule.selectors
    .flatMap(expandIs)
    .map(selector => selector.replace(/:focus-visible/g, ':focus'))
    .filter(selector => !/:(has|popover-open|modal|open|autofill|user-invalid)\b/.test(selector))
  if (known.length === 0) rule.remove()
  else rule.selectors = known
}

/** Expands `:is(a, b) c` to `a c, b c`. The specificity may change. */
function expandIs(selector: string): string[] {
  const found = /:(?:is|where)\(/.exec(selector)
  if (!found) return [selector]
  const start = found.index + found[0].length
  const end = closing(selector, start)
  const [before, after] = [selector.slice(0, found.index), selector.slice(end + 1)]
  return splitArguments(selector.slice(start, end)).flatMap(each => {
    // `a:is(b)` cannot be written as `ab` if b is an element.
    const isType = /^[a-z]/i.test(each) && /[\w\])]$/.test(before)
    return isType ? [] : expandIs(before + each + after)
  })
}

/** Replaces `gap` in flex containers by margins, weaker than those of any later rule. Old browsers support `gap` only in grids. */
function spaceFlexItems(root: Root): void {
  const spaced: Rule[] = []
  root.walkRules(rule => {
    const gap = declared(rule, 'gap') ?? declared(rule, 'column-gap') ?? declared(rule, 'row-gap')
    if (!gap || rule.parent?.type !== 'root') return
    const display = declared(rule, 'display')
    const [row = '0', column = row] = split(gap, /\s/)
    if (display && /flex/.test(display)) {
      const isColumn = /^column/.test(
        declared(rule, 'flex-direction') ?? declared(rule, 'flex-flow') ?? '',
      )
      const isWrapping = /wrap/.test(
        declared(rule, 'flex-wrap') ?? declared(rule, 'flex-flow') ?? '',
      )
      spaced.push(...marginsOf(rule.selectors, { row, column, isColumn, isWrapping }))
    } else if (!display && rule.selectors.every(each => /^\.[\w\\:.[\]-]*gap-/.test(each))) {
      const within = (more: string) => rule.selectors.map(each => each + more)
      const margins = { row, column, isColumn: false, isWrapping: false }
      spaced.push(
        ...marginsOf(within('.flex:not(.flex-col)'), margins),
        ...marginsOf(within('.inline-flex'), margins),
        ...marginsOf(within('.flex-col'), { ...margins, isColumn: true }),
      )
    }
  })
  root.prepend(...spaced)
}

type Gaps = { row: string; column: string; isColumn: boolean; isWrapping: boolean }
function marginsOf(selectors: string[], { row, column, isColumn, isWrapping }: Gaps): Rule[] {
  const on = (which: string) => selectors.map(each => `${each}>${which}${NOT_PUSHED}`).join(',')
  if (isWrapping) return [ruleOf(on('*'), { 'margin-inline-end': column, 'margin-bottom': row })]
  const between = ruleOf(
    on('*+*'),
    isColumn ? { 'margin-top': row } : { 'margin-inline-start': column },
  )
  // An icon before a text node, which is not an element.
  const beforeText = ruleOf(on('[class*="i-"]:only-child'), { 'margin-inline-end': column })
  return isColumn ? [between] : [between, beforeText]
}

/** Replaces an aspect ratio by a padding of that height, over which the picture is placed. */
function padToRatio(declaration: Declaration): void {
  const rule = declaration.parent as Rule
  const [width, height = 1] = declaration.value.replace('!important', '').split('/').map(Number)
  if (!width || !(rule instanceof Rule)) return
  const on = (more: string) => rule.selectors.map(each => each + more).join(',')
  rule.after(ruleOf(on(' img'), { position: 'absolute', top: '0', left: '0', height: '100%' }))
  rule.after(
    ruleOf(on('::before'), {
      content: '""',
      float: 'left',
      'padding-top': `${(height / width) * 100}%`,
    }),
  )
  rule.after(ruleOf(on('::after'), { content: '""', display: 'table', clear: 'both' }))
  // The padding and the children share one cell of a grid.
  rule.after(
    ruleOf([on('.grid>*'), on('.grid::before'), on('.grid::after')].join(','), {
      'grid-area': '1/1',
    }),
  )
}

function ruleOf(selector: string, declarations: Record<string, string>): Rule {
  const rule = new Rule({ selector })
  for (const [prop, value] of Object.entries(declarations)) rule.append({ prop, value })
  return rule
}

function declared(rule: Rule, prop: string): string | undefined {
  return rule.nodes.findLast(
    (node): node is Declaration => node.type === 'decl' && node.prop === prop,
  )?.value
}
