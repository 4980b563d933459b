import { existsSync } from 'node:fs'
import { inside } from './paths.mjs'

/**
 * Returns the command that replaces an npm script; null if `name` is not a noun. Until 0.1.0 the nouns of ./pardeh were npm
 * scripts.
 */
export function operatorCommand(name, args) {
  if (!/^\w+$/.test(name) || !existsSync(inside('src/service/operations/cli/nouns', `${name}.ts`)))
    return null
  return ['./pardeh', name, ...args.filter(word => word !== '--').map(shellWord)].join(' ')
}

function shellWord(word) {
  return /^[\p{L}\p{N}_@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
