/** Marks of banks, by their codes at the central bank, and of gateways. Drawn for this product; files in public/banks. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['012', '013', '014', '015', '016', '017', '018', '019', '020', '021', '022', '053', '054'],
  ...[
    '055',
    '056',
    '057',
    '059',
    '060',
    '061',
    '062',
    '064',
    '066',
    '069',
    '070',
    '075',
    '078',
    '103',
  ],
  ...['vandar', 'zarinpal', 'zibal'],
])

/** The path of the mark of a bank or gateway; null for one without. */
export function bankLogo(code: string): string | null {
  return KNOWN.has(code) ? `/banks/${code}.svg` : null
}
