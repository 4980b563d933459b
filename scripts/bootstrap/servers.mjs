import { existsSync, readdirSync } from 'node:fs'
import { installPackages, isProgram, programOnPath } from './debian.mjs'

/** Debian's servers of the tests in tests/nodes: the package, and a test that it is here. */
const SERVERS = {
  postgresql: () => postgresFolders().some(folder => isProgram(`${folder}/postgres`)),
  pgbouncer: () => programOnPath('pgbouncer'),
  'redis-server': () => programOnPath('redis-server'),
  'redis-sentinel': () => programOnPath('redis-sentinel'),
  nginx: () => programOnPath('nginx'),
  varnish: () => programOnPath('varnishd'),
}

/** Installs the servers that are missing, as root on Debian. Returns the packages that are still missing. */
export async function installServers(title) {
  const absent = missing()
  if (absent.length > 0) await installPackages(`${title} ${absent.join(', ')}`, absent)
  return missing()
}

function missing() {
  return Object.keys(SERVERS).filter(name => !SERVERS[name]())
}

function postgresFolders() {
  const root = '/usr/lib/postgresql'
  return existsSync(root) ? readdirSync(root).map(version => `${root}/${version}/bin`) : []
}
