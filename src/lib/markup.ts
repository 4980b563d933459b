/**
 * HTML from tagged templates, for parts that a page repeats many times: a template costs a tenth of an Astro component.
 * All other markup belongs in components.
 */

/** HTML that is safe to insert: made by `markup` or from constants in our code. */
export class Markup {
  readonly html: string
  constructor(html: string) {
    this.html = html
  }
  toString(): string {
    return this.html
  }
}
type Value = string | number | Markup | readonly Markup[] | null | undefined | false

const SPECIAL = /[&<>"']/
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
}

/** Builds HTML with escaped values, for text nodes and quoted attributes. Null, undefined and false render nothing. */
export function markup(parts: TemplateStringsArray, ...values: Value[]): Markup {
  let html = parts[0] as string
  for (const [index, value] of values.entries()) html += written(value) + parts[index + 1]
  return new Markup(html)
}

/** Returns ` name="value"`, or nothing for null and undefined. */
export function attribute(name: string, value: string | number | null | undefined): Markup {
  return new Markup(value === null || value === undefined ? '' : ` ${name}="${written(value)}"`)
}

function written(value: Value): string {
  if (typeof value === 'string')
    return SPECIAL.test(value) ? value.replace(/[&<>"']/g, sign => ENTITIES[sign] as string) : value
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'number') return String(value)
  if (value instanceof Markup) return value.html
  let html = ''
  for (const each of value) html += each.html
  return html
}
