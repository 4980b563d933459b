/** The proof of work that a 428 `proof_required` demands: its data is a challenge, and the header `proof` carries the solution. */
import { z } from 'zod'

const Hex = z.string().regex(/^[0-9a-f]{2,128}$/)

/** A challenge of ALTCHA with our signed data. */
export const ProofOfWorkChallenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    cost: z.number().int(),
    /** `steps` is the maximum number of derivations. */
    data: z.object({
      subject: z.string().max(100),
      until: z.number().int(),
      steps: z.number().int(),
    }),
    keyLength: z.number().int(),
    keyPrefix: Hex,
    keySignature: Hex,
    nonce: Hex,
    salt: Hex,
  }),
  signature: Hex,
})
export type ProofOfWorkChallenge = z.infer<typeof ProofOfWorkChallenge>

const LENGTH_MAX = 2_000

const Solved = z.object({
  challenge: ProofOfWorkChallenge,
  solution: z.object({ counter: z.number().int().min(0).max(0xffffffff), derivedKey: Hex }),
})
export type Solved = z.infer<typeof Solved>

/** Schema of the header's value, JSON in base64url. */
export const ProofOfWork = z
  .string()
  .max(LENGTH_MAX)
  .regex(/^[\w-]+$/)
  .transform((text, context) => {
    try {
      return JSON.parse(atob(text.replace(/-/g, '+').replace(/_/g, '/'))) as unknown
    } catch {
      context.addIssue('not JSON')
      return z.NEVER
    }
  })
  .pipe(Solved)
