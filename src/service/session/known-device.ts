/**
 * Devices on which a number has signed in before, after OWASP's device cookies: a stranger's wrong passwords are counted
 * apart from theirs, so that nobody can lock an owner out of a device of their own. What a device keeps is a list of signed
 * tokens, one for each number that signed in there; a token tells nothing of the number.
 */
import { KNOWN_DEVICE } from '#src/contract/limits.ts'
import type { Deps } from '../deps.ts'
import { isKeyedHash, keyedHash } from '../keys.ts'
import { newToken } from './tokens.ts'

const PURPOSE = 'known-device'
const DAY_MS = 86_400_000
const TOKEN = /^([\w-]{22})\.(\d{1,6})\.([\w-]{43})$/

type Owner = { msisdn: string; given: string | undefined }

/** What names this device to the counter of wrong passwords; null when this number never signed in on it. */
export function knownDeviceOf(deps: Deps, { msisdn, given }: Owner): string | null {
  const token = tokensIn(given).find(each => isOf(deps, msisdn, each))
  return token ? (TOKEN.exec(token)?.[1] ?? null) : null
}

/** The list for this device to keep from now on: a new token for the number, and those of others. */
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
