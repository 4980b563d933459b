/** Typed clients that are generated from the API description make the whole journey of an app, and tsc accepts their programs. */
import { execFile } from 'node:child_process'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import { eq } from 'drizzle-orm'
import { build } from 'esbuild'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { openApiDocument } from '#src/service/platform/http/openapi.ts'
import type { JourneyInput, JourneyResult } from '#tests/support/api-clients/journey.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aMsisdn } from '#tests/support/people.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'
import { root } from '#tests/support/sources.ts'

const TITLE = 'A quiet evening'
const folder = join(root, '.cache/api-clients')
let shop: Shop
let film: string

beforeAll(async () => {
  shop = await openShop()
  const title = { fa: 'یک عصر آرام', en: TITLE }
  const record = aFilm({ external_id: 'film', title, media: { stream: 'demo/landscape' } })
  expect((await importRecords(shop, [record])).problems).toEqual([])
  const [row] = await shop.deps.db
    .select({ shortId: contents.shortId })
    .from(contents)
    .where(eq(contents.externalId, 'film'))
  film = row?.shortId ?? ''
  await rm(folder, { recursive: true, force: true })
})
afterAll(async () => {
  await shop.stopShop()
  await rm(folder, { recursive: true, force: true })
})

const GENERATORS = {
  'openapi-fetch': async (at: string) => {
    const nodes = await openapiTypescript(JSON.stringify(openApiDocument('/api')))
    await writeFile(join(at, 'types.ts'), astToString(nodes))
  },
  'hey-api': async (at: string) => {
    const input = join(at, 'openapi.json')
    await writeFile(input, JSON.stringify(openApiDocument('/api')))
    await createClient({ input, output: join(at, 'sdk'), logs: { level: 'silent' } })
  },
}

test.each(Object.entries(GENERATORS))('%s makes the journey', async (name, generate) => {
  const at = join(folder, name)
  await mkdir(at, { recursive: true })
  await generate(at)
  for (const file of ['journey.ts', `${name}.ts`])
    await cp(join(root, 'tests/support/api-clients', file), join(at, file))
  await checkTypes(at, name)
  expect(await makeJourney(at, name)).toEqual({
    isRefusedBeforePurchase: true,
    homeRows: expect.any(Number),
    found: [film],
    bookmarks: [film],
    payment: 'paid',
    segmentStatus: 206,
    isRenewed: true,
    continueWatching: [film],
    afterSignOut: 'unauthorized',
  })
})

async function checkTypes(at: string, name: string): Promise<void> {
  const config = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      target: 'es2024',
      lib: ['ESNext', 'DOM', 'DOM.Iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      types: ['node'],
    },
    files: [`${name}.ts`],
  }
  await writeFile(join(at, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const run = promisify(execFile)(process.execPath, [tsc, '-p', at])
  const problems = await run.then(
    () => '',
    ({ stdout }) => String(stdout),
  )
  expect(problems).toBe('')
}

async function makeJourney(at: string, name: string): Promise<JourneyResult> {
  const outfile = join(at, 'journey.mjs')
  const entryPoints = [join(at, `${name}.ts`)]
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm' })
  const program = (await import(pathToFileURL(outfile).href)) as {
    makeJourney: (input: JourneyInput) => Promise<JourneyResult>
  }
  const msisdn = aMsisdn()
  return program.makeJourney({
    baseUrl: shop.deps.selfOrigin(),
    msisdn,
    film,
    query: TITLE,
    readCode: async () => (await shop.outbox(msisdn)).find(({ code }) => code)?.code ?? '',
    pay: async page => {
      const callback = await shop.atBank(page, 'pay')
      await shop.comeBack(callback ?? '')
    },
  })
}
