/**
 * `npm run sbom -- FILE`: writes a bill of materials of the production packages in package-lock.json, as CycloneDX 1.6 in JSON.
 * `npm sbom` fails on a peer dependency that is out of range, although nothing uses it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { line, say, sayError } from '#src/service/operations/cli/terminal.ts'
import { PROJECT_ROOT } from '#src/service/platform/project-root.ts'

type Entry = {
  version?: string
  integrity?: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, Entry> }

const ALGORITHMS: Record<string, string> = {
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
}

export function billOfMaterials(lock: Lock, { name, version }: { name: string; version: string }) {
  const installed = Object.entries(lock.packages).filter(
    ([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional,
  )
  const paths = new Set(installed.map(([path]) => path))
  const own = `${name}@${version}`
  const dependsOn = (path: string, entry: Entry) =>
    Object.keys({
      ...entry.peerDependencies,
      ...entry.optionalDependencies,
      ...entry.dependencies,
    })
      .map(other => found(paths, path, other))
      .filter(target => target !== null)
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': own, name, version } },
    components: installed.map(([path, entry]) => componentOf(path, entry)),
    dependencies: [
      { ref: own, dependsOn: dependsOn('', lock.packages[''] ?? {}) },
      ...installed.map(([path, entry]) => ({ ref: path, dependsOn: dependsOn(path, entry) })),
    ],
  }
}

function componentOf(path: string, { version = '', integrity, license, optional }: Entry) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const [scope, rest] = name.startsWith('@') ? name.split('/') : ['', name]
  const location = scope ? `${encodeURIComponent(scope)}/${rest}` : rest
  return {
    type: 'library',
    'bom-ref': path,
    ...(scope ? { group: scope } : {}),
    name: rest,
    version,
    purl: `pkg:npm/${location}@${encodeURIComponent(version)}`,
    scope: optional ? 'optional' : 'required',
    ...(license ? { licenses: [licenseOf(license)] } : {}),
    ...(integrity ? { hashes: hashesOf(integrity) } : {}),
  }
}

/** Returns a licence. A name that is not an SPDX expression is written as text. */
function licenseOf(license: string) {
  const isExpression = /^\(?[A-Za-z0-9.+-]+(?: (?:AND|OR|WITH) \(?[A-Za-z0-9.+-]+\)?)*\)?$/.test(
    license,
  )
  return isExpression ? { expression: license } : { license: { name: license } }
}

function hashesOf(integrity: string) {
  return integrity.split(' ').flatMap(text => {
    const [algorithm = '', digest = ''] = text.split(/-(.*)/s)
    const alg = ALGORITHMS[algorithm]
    return alg ? [{ alg, content: Buffer.from(digest, 'base64').toString('hex') }] : []
  })
}

/** Finds a package like Node: in the folder of its user, or in one above. Returns null if it is not installed. */
function found(paths: ReadonlySet<string>, from: string, name: string): string | null {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))
  ) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (paths.has(path)) return path
    if (folder === '') return null
  }
}

function main(file: string | undefined): void {
  if (!file) {
    sayError('Name the file to write: npm run sbom -- sbom.json')
    process.exitCode = 2
    return
  }
  const read = (name: string) => JSON.parse(readFileSync(join(PROJECT_ROOT, name), 'utf8'))
  const bill = billOfMaterials(read('package-lock.json'), read('package.json'))
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
  say(line`${bill.components.length} packages in ${file}`)
}

if (import.meta.main) main(process.argv[2])
