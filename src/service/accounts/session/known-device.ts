/**
 * Devices on which a number has signed in before, after OWASP's device cookies. Wrong passwords from strangers are counted separately,
 * so that they cannot lock owners out of their own devices. A device stores a list of signed tokens, one for each number that signed in
 * there; a token does not reveal the number.
 */
import { KNOWN_DEVICE } from '#src/contract/limits.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import type { Deps } from '../../platform/deps.ts'
import { isKeyedHash, keyedHash } from '../../platform/keys.ts'
import { newToken } from './tokens.ts'

const PURPOSE = 'known-device'
const TOKEN = /^([\w-]{22})\.(\d{1,6})\.([\w-]{43})$/

type Owner = { msisdn: string; given: string | undefined }

/** Returns the id of this device for the counter of wrong passwords, or null if the number has never signed in on it. */
export function findKnownDevice(deps: Deps, { msisdn, given }: Owner): string | null {
  const token = tokensIn(given).find(each => isOf(deps, msisdn, each))
  return token ? (TOKEN.exec(token)?.[1] ?? null) : null
}

/** Returns the list that the device must store: a new token for the number, and those of other numbers. */
export function addKnownDevice(deps: Deps, { msisdn, given }: Owner): string {
  const others = tokensIn(given).filter(each => !isOf(deps, msisdn, each))
  const [id, day] = [newToken(deps), dayOf(deps)]
  const token = `${id}.${day}.${keyedHash(deps.key(PURPOSE), signedText(msisdn, id, day))}`
  return [token, ...others].slice(0, KNOWN_DEVICE.numbers).join('~')
}

function tokensIn(given = ''): string[] {
  return given.split('~', KNOWN_DEVICE.numbers).filter(token => TOKEN.test(token))
}

function isOf(deps: Deps, msisdn: string, token: string): boolean {
  const [, id = '', day = '', mac = ''] = TOKEN.exec(token) ?? []
  if (dayOf(deps) - Number(day) > KNOWN_DEVICE.days) return false
  return isKeyedHash(deps.keys(PURPOSE), signedText(msisdn, id, Number(day)), mac)
}

function signedText(msisdn: string, id: string, day: number): string {
  return [msisdn, id, day].join('|')
}

function dayOf({ now }: Deps): number {
  return Math.floor(now().getTime() / DAY_MS)
}
