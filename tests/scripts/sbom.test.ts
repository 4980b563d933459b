import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { expect, test } from 'vitest'
import { root } from '#tests/support/sources.ts'

const program = [join(root, 'scripts/sbom.ts')]
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
  await readFile(join(root, 'package.json'), 'utf8'),
)

test('the bill of materials is CycloneDX 1.6 and lists the production packages only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pardeh-sbom-'))
  const file = join(folder, 'sbom.json')
  await promisify(execFile)(process.execPath, [...program, file], { cwd: root })
  const text = await readFile(file, 'utf8')
  await rm(folder, { recursive: true })
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
  expect(await validator.validate(text)).toBeNull()

  const bill = JSON.parse(text)
  const names = new Map<string, string>()
  for (const { group, name, version, 'bom-ref': ref } of bill.components) {
    const whole = group ? `${group}/${name}` : name
    if (ref === `node_modules/${whole}`) names.set(whole, version)
  }
  expect(Object.fromEntries(names)).toMatchObject(dependencies)
  for (const name of ['hono', 'astro', 'drizzle-orm'])
    expect(names.get(name)).toBe(dependencies[name])
  const onlyDev = ['vitest', 'playwright', '@biomejs/biome']
  expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(onlyDev))
  expect(onlyDev.filter(name => names.has(name))).toEqual([])
  const refs = new Set(bill.components.map((each: { 'bom-ref': string }) => each['bom-ref']))
  const [own] = bill.dependencies as { dependsOn: string[] }[]
  expect(own?.dependsOn.toSorted()).toEqual(
    Object.keys({ ...dependencies, ...optionalDependencies })
      .map(name => `node_modules/${name}`)
      .toSorted(),
  )
  const targets = bill.dependencies.flatMap((each: { dependsOn: string[] }) => each.dependsOn)
  expect(targets.filter((ref: string) => !refs.has(ref))).toEqual([])
  expect(text).not.toContain('resolved')
})

test('it requires the name of the output file', async () => {
  const run = promisify(execFile)(process.execPath, program, { cwd: root })
  await expect(run).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('npm run sbom -- sbom.json'),
  })
})
