// Installs the git hooks after `npm install`. It does nothing if no commits are made (CI, a copy without .git) and in a linked
// worktree, which shares its hooks with the other worktrees.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'

const lefthook = 'node_modules/.bin/lefthook'
const ownRepository = existsSync('.git') && statSync('.git').isDirectory()
const shared = existsSync('.git/worktrees')

if (!process.env.CI && ownRepository && !shared && existsSync(lefthook)) {
  spawnSync(lefthook, ['install'], { stdio: 'ignore' })
}
