/**
 * Logos of banks, by their central bank codes, and of gateways. Drawn for this product; the files are in public/banks.
 */
const KNOWN: ReadonlySet<string> = new Set([
  '012',
  '013',
  '014',
  '015',
  '016',
  '017',
  '018',
  '019',
  '020',
  '021',
  '022',
  '053',
  '054',
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
  'vandar',
  'zarinpal',
  'zibal',
])

/** Returns the path of the logo of a bank or gateway, or null if it has none. */
export function bankLogo(code: string): string | null {
  return KNOWN.has(code) ? `/banks/${code}.svg` : null
}
