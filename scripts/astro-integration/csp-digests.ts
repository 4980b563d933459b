import { type Build, type Part, PatchError } from './patch.ts'

const FILE = 'astro/dist/core/encryption.js'
const DIGEST = 'async function generateCspDigest(data, algorithm) {'
/** A build has few inline styles and scripts, and they are the same strings on every page. */
const MEMOISED = `
const digests = new Map();
function generateCspDigest(data, algorithm) {
  const ofAlgorithm = digests.get(algorithm) ?? new Map();
  digests.set(algorithm, ofAlgorithm);
  const known = ofAlgorithm.get(data) ?? computeCspDigest(data, algorithm);
  if (ofAlgorithm.size < 200) ofAlgorithm.set(data, known);
  return known;
}`

const expectation = { patch: 'csp-digests', expected: `\`${DIGEST}\``, file: FILE }

/** @throws PatchError if the module does not contain the function */
export function withMemoisedDigests(code: string): string {
  if (!code.includes(DIGEST)) throw new PatchError(expectation)
  const computing = DIGEST.replace('generateCspDigest', 'computeCspDigest')
  return code.replace(DIGEST, computing) + MEMOISED
}

/** Makes Astro hash each inline style and script once. Otherwise it hashes them for the policy of every rendered page. */
export function cspDigests({ command, expect }: Build): Part {
  const replaced = expect(expectation)
  return {
    plugins: [
      {
        name: 'pardeh:csp-digests',
        transform(code, id) {
          if (command === 'dev' || !id.endsWith(FILE)) return null
          const memoised = withMemoisedDigests(code)
          replaced()
          return { code: memoised, map: null }
        },
      },
    ],
  }
}
