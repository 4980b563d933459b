const OLDEST_NODE = 18
const OLDEST_NPM = 8

/** Returns an instruction if this Node is too old; null otherwise. */
export function nodeComplaint() {
  const major = Number(process.versions.node.split('.')[0])
  if (major >= OLDEST_NODE) return null
  return (
    `Pardeh needs Node ${OLDEST_NODE} or newer; this is Node ${process.versions.node}.\n` +
    'Get a newer one from https://nodejs.org and run the command again.'
  )
}

export function requireNode() {
  const complaint = nodeComplaint()
  if (!complaint) return
  console.error(complaint)
  process.exit(1)
}

/** Returns an instruction if npm is too old to read the lockfile. Other package managers are accepted. */
export function npmComplaint() {
  const npm = /^npm\/(\d+)/.exec(process.env.npm_config_user_agent ?? '')
  if (!npm || Number(npm[1]) >= OLDEST_NPM) return null
  return `Pardeh needs npm ${OLDEST_NPM} or newer; this is npm ${npm[1]}. Try: npm install -g npm`
}
