/** A copy of the checkout, which a test may change and run. */
import { cp, mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './sources.ts'

/** Everything that a site needs in development and after a build. */
const PARTS = [
  'src',
  'scripts',
  'public',
  'brand',
  'demo',
  'docs',
  'package.json',
  'package-lock.json',
  'astro.config.mjs',
  'tsconfig.json',
  'uno.config.ts',
  'node_modules',
]

/**
 * @param copied the parts to copy; the others become links to the checkout
 * @returns the folder, which the caller removes
 */
export async function copyCheckout(
  copied: readonly string[],
  alsoLinked: readonly string[] = [],
): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'pardeh-copy-'))
  for (const name of [...PARTS, ...alsoLinked])
    if (copied.includes(name)) await cp(join(root, name), join(copy, name), { recursive: true })
    else await symlink(join(root, name), join(copy, name))
  return copy
}
