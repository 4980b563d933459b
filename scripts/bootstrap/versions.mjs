const OLDEST_NODE = 18
const OLDEST_NPM = 8

export function requireNode() {
  const major = Number(process.versions.node.split('.')[0])
  if (major >= OLDEST_NODE) return
  console.error(
    `Pardeh starts with Node ${OLDEST_NODE} or newer; this is Node ${process.versions.node}.\n` +
      'Get a newer one from https://nodejs.org and run the command again.',
  )
  process.exit(1)
}

/** Says what to do when npm is too old to read the lockfile; other package managers pass. */
export function npmComplaint() {
  const npm = /^npm\/(\d+)/.exec(process.env.npm_config_user_agent ?? '')
  if (!npm || Number(npm[1]) >= OLDEST_NPM) return null
  return `Pardeh installs with npm ${OLDEST_NPM} or newer; this is npm ${npm[1]}. Try: npm install -g npm`
}
