import { argon2, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../platform/deps.ts'
import { ApiError, invalidField } from '../../platform/http/api-error.ts'
import { isCommonPassword } from './common-passwords.ts'

// Parameters of OWASP's second recommendation for argon2id: 19 MiB, 2 passes, 1 lane.
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const TAG_BYTES = 32
const SALT_BYTES = 16
const AT_ONCE = 4
const QUEUE = 200

type Random = Deps['random']

/** @throws ApiError validation_error if the password is easy to guess */
export function requireStrongPassword(field: string, password: string, msisdn: string): void {
  if (isCommonPassword(password, msisdn)) throw invalidField(field, 'validation.passwordCommon')
}

/** Returns an argon2id hash as a PHC string. */
export async function hashSecret(secret: string, random: Random): Promise<string> {
  const salt = random.bytes(SALT_BYTES)
  const tag = await derive(secret, salt)
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${plain(salt)}$${plain(tag)}`
}

/** Compares a secret with a hash, and takes the same time if there is no hash. */
export async function verifySecret(secret: string, hash: string | null): Promise<boolean> {
  const [, , , , salt = '', tag = ''] = (hash ?? DECOY).split('$')
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive(secret, Buffer.from(salt, 'base64'))
  return hash !== null && expected.length === actual.length && timingSafeEqual(expected, actual)
}

const DECOY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${'A'.repeat(22)}$${'A'.repeat(43)}`

let running = 0
const waiting: Array<() => void> = []

/** Runs at most four hashes at once, because each needs 19 MiB and a core. */
async function derive(secret: string, salt: Buffer): Promise<Buffer> {
  if (running >= AT_ONCE) {
    if (waiting.length >= QUEUE) throw new ApiError('unavailable')
    await new Promise<void>(turn => waiting.push(turn))
  } else running += 1
  try {
    return await argon2id(secret, salt)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

function argon2id(secret: string, nonce: Buffer): Promise<Buffer> {
  return new Promise((done, failed) => {
    argon2(
      'argon2id',
      {
        message: secret.normalize('NFKC'),
        nonce,
        parallelism: LANES,
        tagLength: TAG_BYTES,
        memory: MEMORY_KIB,
        passes: PASSES,
      },
      (error, tag) => (error ? failed(error) : done(tag)),
    )
  })
}

function plain(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
