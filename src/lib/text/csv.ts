// Comma-separated values for spreadsheets (RFC 4180).

/** Returns CSV with the line ends that spreadsheets expect. An apostrophe keeps text from being read as a formula. */
export function csvText(
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  return [columns, ...rows].map(row => `${row.map(csvCell).join(',')}\r\n`).join('')
}

export function csvCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  if (/^[=+\-@\t\r]/.test(text)) return `"'${text.replaceAll('"', '""')}"`
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
