import { existsSync, readdirSync } from 'node:fs'
import { installPackages, isProgram, programOnPath } from './debian.mjs'

/** Debian's servers for the tests in tests/nodes: the package, and a check that it is installed. */
const SERVERS = {
  postgresql: () => postgresFolders().some(folder => isProgram(`${folder}/postgres`)),
  pgbouncer: () => programOnPath('pgbouncer'),
  'redis-server': () => programOnPath('redis-server'),
  'redis-sentinel': () => programOnPath('redis-sentinel'),
  nginx: () => programOnPath('nginx'),
  varnish: () => programOnPath('varnishd'),
  'varnish-modules': () => varnishModules().includes('libvmod_var.so'),
  prometheus: () => programOnPath('prometheus') && programOnPath('promtool'),
}

/** Installs missing servers, as root on Debian. Returns the packages that are still missing. */
export async function installServers(title) {
  const absent = missing()
  if (absent.length > 0) await installPackages(`${title} ${absent.join(', ')}`, absent)
  return missing()
}

function missing() {
  return Object.keys(SERVERS).filter(name => !SERVERS[name]())
}

function varnishModules() {
  const root = '/usr/lib'
  return readdirSync(root)
    .map(name => `${root}/${name}/varnish/vmods`)
    .filter(folder => existsSync(folder))
    .flatMap(folder => readdirSync(folder))
}

function postgresFolders() {
  const root = '/usr/lib/postgresql'
  return existsSync(root) ? readdirSync(root).map(version => `${root}/${version}/bin`) : []
}
