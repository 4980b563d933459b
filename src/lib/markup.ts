/**
 * HTML as a template, for what a page holds by the dozen: a string made at once costs a tenth of a component each. All other markup
 * is written in components.
 */

/** HTML that is safe to put into a page as it is: made by `markup`, or of what stands in our own code. */
export class Markup {
  readonly html: string
  constructor(html: string) {
    this.html = html
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

/** Texts within it are escaped, for text and for quoted attributes alike; null, undefined and false leave nothing. */
export function markup(parts: TemplateStringsArray, ...values: Value[]): Markup {
  let html = parts[0] as string
  for (const [index, value] of values.entries()) html += written(value) + parts[index + 1]
  return new Markup(html)
}

/** ` name="value"`, or nothing where there is no value. */
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
