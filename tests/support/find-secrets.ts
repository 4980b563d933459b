/**
 * Finds secrets and personal data in a text, in any encoding: mobile and card numbers, codes, tokens, names, user input. Some are
 * found by pattern; others are values that tests register with `plant` of run-logs.ts.
 */

type Kind = { name: string; pattern: RegExp; isReal?: (found: string) => boolean }

/** Separators within a number. A dot is not one of them, because it would join the parts of a version or a fraction. */
const GAP = '[ \\u00a0\\u200c-\\u200f()_-]{0,2}'
/** Excludes digits inside a hexadecimal id, which are not a person's number. Digits after a percent code may be. */
const OUTSIDE_ID = '(?:(?<![\\da-f.])|(?<=%[\\da-f]{2}))'
const digits = (count: number) => `(?:${GAP}\\d){${count}}`

const KINDS: readonly Kind[] = [
  {
    name: 'a mobile number',
    pattern: new RegExp(`${OUTSIDE_ID}(?:\\+?98|0098|0)${GAP}9${digits(9)}(?![\\da-f])`, 'g'),
  },
  {
    name: 'a card number',
    pattern: new RegExp(`${OUTSIDE_ID}\\d{4}([ -]?)\\d{4}\\1\\d{4}\\1\\d{4}(?![\\da-f])`, 'g'),
    isReal: isCard,
  },
  { name: 'a bearer token', pattern: /Bearer [\w-]{10,}/g },
  {
    name: 'a token',
    pattern:
      /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)(?:[\w-]{22}|[\w-]{43})(?![\w-]|\.(?:m?js|ts|css)\b)/g,
    isReal: found => !/^[a-z]+(?:[-_][a-z\d]+)+$/i.test(found),
  },
  { name: 'an authority of a bank', pattern: /(?<!\w)A[0-9a-zA-Z]{35}(?!\w)/g },
  {
    name: 'a secret field',
    pattern: /"(?:otp|pin|password|access_token|token|tracker_id)": ?"(?!…)[^"]/g,
  },
  // Our own log messages are English; Persian text is user input.
  { name: 'user input', pattern: /[\u0600-\u06ff\ufb50-\ufdff]/g },
  { name: "a query's parameters", pattern: /\bparams: |Failing row contains|Key \([\w, ]+\)=\(/g },
]

/** Request ids and hashes of queries. Among thousands of them, the digits of one look like a person's number or code. */
const IDS = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b|#[\da-f]{6}\b/g

/** A label and the value. */
export type PlantedSecret = readonly [name: string, value: string]

/** Returns one entry per finding: the kind of secret and the line. */
export function findSecrets(text: string, planted: Iterable<PlantedSecret> = []): string[] {
  const isPlanted = finderOf(planted)
  return text.split('\n').flatMap(line => {
    const plain = readable(line)
    const unnamed = plain.replace(IDS, '…')
    const forms = KINDS.filter(kind => holds(unnamed, kind)).map(({ name }) => name)
    const found = new Set([...forms, ...isPlanted(unnamed)])
    return [...found].map(name => `${name}: ${line.slice(0, 300)}`)
  })
}

function holds(text: string, { pattern, isReal = () => true }: Kind): boolean {
  return [...text.matchAll(pattern)].some(([found]) => isReal(found))
}

/** Looks up whole tokens in a map, because a run registers many values. Digits are also matched with separators. */
function finderOf(planted: Iterable<PlantedSecret>): (text: string) => string[] {
  const words = new Map<string, string>()
  const phrases: PlantedSecret[] = []
  for (const [name, value] of planted) {
    const plain = readable(value)
    if (/^(?:\d{4,}|[\w-]{8,})$/.test(plain)) words.set(plain, name)
    else phrases.push([name, plain])
  }
  return text => {
    const counted = text.replace(/"(?:pid|port|line|position)":\d+/g, '')
    const joined = counted.replace(/(?<=\d)[ \u00a0\u200c-\u200f()_-](?=\d)/g, '')
    const parts = [
      ...(counted.match(/[\w-]{8,}/g) ?? []),
      ...[counted, joined].flatMap(each => each.match(/(?<![\d.])\d{4,}(?![\d])/g) ?? []),
    ]
    return [
      ...parts.flatMap(part => words.get(part) ?? []),
      ...phrases.filter(([, value]) => text.includes(value)).map(([name]) => name),
    ]
  }
}

/** Removes JSON and URL escapes from a text and writes its digits in Latin. */
function readable(text: string): string {
  return unescaped(unescaped(text))
    .replace(/(?:%[\da-f]{2})+/gi, found => {
      try {
        return decodeURIComponent(found)
      } catch {
        return found
      }
    })
    .replace(/[۰-۹]/g, digit => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[٠-٩]/g, digit => String(digit.charCodeAt(0) - 0x0660))
    .normalize('NFC')
}

/** Removes one level of escapes. It is called twice, because a JSON string may contain JSON. */
function unescaped(text: string): string {
  return text
    .replace(/\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2}))/gi, (_, ...codes: string[]) =>
      String.fromCodePoint(Number.parseInt(codes.slice(0, 3).find(Boolean) ?? '20', 16)),
    )
    .replaceAll('\\"', '"')
    .replaceAll('\\n', ' ')
    .replaceAll('\\\\', '\\')
}

/** True if the Luhn check digit of a card number is right. */
function isCard(text: string): boolean {
  const sum = [...text.replace(/\D/g, '')].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum > 0 && sum % 10 === 0
}
