// Control characters and halves of characters, which the service refuses, get into a form by pasting only.

/** A line: what cannot stand in it becomes a blank. */
export function plainLine(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}+/gu, ' ')
}

/** Text of several lines: breaks and tabs stay, the rest goes. */
export function plainText(text: string): string {
  return text.toWellFormed().replace(/(?![\t\n\r])\p{Cc}/gu, '')
}

/** A body as it is sent: all of its texts plain. */
export function plainBody(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value)
  if (Array.isArray(value)) return value.map(plainBody)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainBody(inner)]))
}
