// A proof of work (ALTCHA) instead of a refusal: it costs a phone some seconds for each message above the limit of its address.
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { PROOF_OF_WORK } from '#src/contract/limits.ts'
import { ProofOfWork, ProofOfWorkChallenge } from '#src/contract/proof-of-work.ts'
import type { Deps } from '../../platform/deps.ts'
import { isKeyedHash, keyedHash } from '../../platform/keys.ts'

const USED = { points: 1, seconds: PROOF_OF_WORK.lifeSeconds + 60 }

/** Creates a challenge that is valid once, for this subject, and for some minutes. It is signed, so it is stored only when it is used. */
export async function newProofOfWork(deps: Deps, subject: string): Promise<ProofOfWorkChallenge> {
  const steps =
    PROOF_OF_WORK.steps.from + (deps.random.bytes(4).readUInt32BE() % PROOF_OF_WORK.steps.range)
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    deriveKey,
    cost: PROOF_OF_WORK.cost,
    counter: steps,
    data: {
      subject: keyedHash(deps.key('proof-subject'), subject),
      steps: PROOF_OF_WORK.steps.from + PROOF_OF_WORK.steps.range,
      until: Math.floor(deps.now().getTime() / 1000) + PROOF_OF_WORK.lifeSeconds,
    },
    ...secrets(deps)[0],
  })
  return ProofOfWorkChallenge.parse(challenge)
}

/** True if the text solves a challenge for this subject. Checking uses it up. */
export async function verifyProofOfWork(
  deps: Deps,
  subject: string,
  text: string,
): Promise<boolean> {
  const proof = ProofOfWork.safeParse(text)
  if (!proof.success) return false
  const { challenge, solution } = proof.data
  const { data } = challenge.parameters
  if (!isKeyedHash(deps.keys('proof-subject'), subject, String(data.subject))) return false
  if (data.until * 1000 < deps.now().getTime()) return false
  if (!(await isSolved(deps, { challenge, solution }))) return false
  return (await deps.limits.take('proof', challenge.signature, USED)).isTaken
}

/** Makes the proof valid again, because the message could not be sent. */
export async function releaseProofOfWork(deps: Deps, text: string): Promise<void> {
  const proof = ProofOfWork.safeParse(text)
  if (proof.success) await deps.limits.forget('proof', proof.data.challenge.signature)
}

type Solved = Pick<Parameters<typeof verifySolution>[0], 'challenge' | 'solution'>

async function isSolved(deps: Deps, proof: Solved): Promise<boolean> {
  for (const each of secrets(deps)) {
    const { verified } = await verifySolution({ ...proof, deriveKey, ...each })
    if (verified) return true
  }
  return false
}

/** Returns the secrets; the first one signs. */
function secrets(deps: Deps) {
  const ofKeys = deps.keys('proof-key')
  return deps.keys('proof').map((key, n) => ({
    hmacSignatureSecret: key.toString('hex'),
    hmacKeySignatureSecret: (ofKeys[n] as Buffer).toString('hex'),
  }))
}
