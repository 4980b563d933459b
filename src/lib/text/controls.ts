// Removes control characters and lone surrogates, which the service rejects. They enter a form only by pasting.

/** Returns one line; characters that are not allowed in a line become spaces. */
export function plainLine(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}+/gu, ' ')
}

/** Returns text of several lines: line breaks and tabs are kept, other control characters are removed. */
export function plainText(text: string): string {
  return text.toWellFormed().replace(/(?![\t\n\r])\p{Cc}/gu, '')
}

/** Returns a request body with all of its texts made plain. */
export function plainBody(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value)
  if (Array.isArray(value)) return value.map(plainBody)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainBody(inner)]))
}
