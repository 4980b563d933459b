/** A company's site: MODE=production behind TLS, with a database by DATABASE_URL and fake providers on other hosts. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '#src/service/platform/db/embedded.ts'
import { type Bank, startBank } from './bank.ts'
import { type Internet, startInternet } from './internet.ts'
import { programOf } from './operator.ts'
import { silentLog } from './silent-log.ts'
import { type Site, startSite } from './site.ts'
import { aProvider, type FakeProvider } from './sms-providers.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

export const ORIGIN = 'https://pardeh.example'
export const ACCOUNTS = {
  KAVENEGAR_API_KEY: 'key-of-kavenegar',
  KAVENEGAR_TEMPLATE: 'pardeh-production',
  KAVENEGAR_SENDER: '10004346',
  SMSIR_API_KEY: 'key-of-smsir',
  SMSIR_TEMPLATE_ID: '123456',
  SMSIR_LINE_NUMBER: '30007732',
  ZARINPAL_MERCHANT_ID: '11111111-2222-4333-8444-555555555555',
  ZIBAL_MERCHANT: 'merchant-of-pardeh',
  VANDAR_BUSINESS: 'pardeh-tv',
  VANDAR_TOKEN: 'token-of-vandar',
}
const TITLE = {
  kind: 'title',
  type: 'single_video',
  external_id: 'rain',
  title: { fa: 'باران پاییز', en: 'Autumn Rain' },
  summary: { fa: 'نخستین فیلم این شرکت.', en: 'The first film of this company.' },
  year: 2021,
  duration: '00:01:04',
  countries: ['IR'],
  genres: ['drama'],
  age_label: 0,
  poster: 'poster.png',
  media: { stream: 'films/rain' },
}
const HOME = {
  page: 'home',
  widgets: [{ type: 'video_carousel', title: { fa: 'تازه‌ها', en: 'New' }, external_ids: ['rain'] }],
}
const PACKAGES = `groups:
  - id: monthly
    title: { fa: ماهانه, en: Monthly }
    packages:
      - id: month-1
        title: { fa: یک‌ماهه, en: A month }
        days: 30
        price: 1490000
`

export type Company = {
  site: Site
  internet: Internet
  bank: Bank
  kavenegar: FakeProvider
  smsIr: FakeProvider
  /** Runs a command next to the site; a file is given by its content. Returns the output. */
  operate: (...words: Array<string | { name: string; text: string }>) => Promise<string>
  stop: () => Promise<void>
}

type CompanyOptions = { isEmpty?: boolean; env?: Record<string, string> }

/** Starts the site, with a title, a package and a home page unless `isEmpty`. `env` are further settings. */
export async function startCompany({
  isEmpty = false,
  env: further = {},
}: CompanyOptions = {}): Promise<Company> {
  const folder = await mkdtemp(join(tmpdir(), 'pardeh-company-'))
  const server = await startEmbedded(join(folder, 'server'), silentLog)
  const [kavenegar, smsIr, bank] = await Promise.all([
    aProvider('kavenegar'),
    aProvider('sms.ir'),
    startBank(await createDatabase(server.url, 'bank')),
  ])
  const internet = await startInternet({
    'kavenegar.net.example': kavenegar.url,
    'smsir.net.example': smsIr.url,
    'bank.net.example': bank.url,
  })
  const banks = `${internet.origin('bank.net.example')}/fake`
  const env = {
    ...ACCOUNTS,
    ...internet.env,
    MODE: 'production',
    SECRET: 'a secret of a company, of more than 32 characters',
    SITE_URL: ORIGIN,
    TRUST_PROXY: '127.0.0.1',
    DATABASE_URL: await createDatabase(server.url, 'company'),
    SMS_BASE_URL: internet.origin('kavenegar.net.example'),
    SMSIR_BASE_URL: internet.origin('smsir.net.example'),
    ZARINPAL_BASE_URL: `${banks}/zarinpal`,
    ZIBAL_BASE_URL: `${banks}/zibal`,
    VANDAR_BASE_URL: `${banks}/vandar`,
    ...further,
  }
  const dataDir = join(folder, 'data')
  await cp(join(root, 'demo/streams/landscape'), join(dataDir, 'media/films/rain'), {
    recursive: true,
  })
  const site = await startSite({ env, dataDir })
  internet.host(new URL(ORIGIN).host, site.url)
  const operate = await operatorOf(join(folder, 'files'), { ...env, DATA_DIR: dataDir })
  if (!isEmpty) await fillShop(operate)
  return {
    site,
    internet,
    bank,
    kavenegar,
    smsIr,
    operate,
    stop: async () => {
      await site.stop()
      await internet.stop()
      await bank.stop()
      await Promise.all([kavenegar.down(), smsIr.down()])
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function createDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

async function operatorOf(
  folder: string,
  env: Record<string, string>,
): Promise<Company['operate']> {
  await mkdir(folder)
  await cp(join(root, 'brand/social.png'), join(folder, 'poster.png'))
  return async (name, ...words) => {
    const args: string[] = []
    for (const word of words) {
      if (typeof word !== 'string') await writeFile(join(folder, word.name), word.text)
      args.push(typeof word === 'string' ? word : join(folder, word.name))
    }
    const { stdout } = await run(process.execPath, [...programOf(String(name)), ...args], {
      cwd: root,
      env: { PATH: process.env.PATH, ...env },
    })
    return stdout
  }
}

export const FILES = {
  titles: { name: 'catalogue.jsonl', text: JSON.stringify(TITLE) },
  packages: { name: 'packages.yaml', text: PACKAGES },
  home: { name: 'home.json', text: JSON.stringify(HOME) },
}

/** Imports the catalogue and sets the packages and the home page by commands while the site runs. */
async function fillShop(operate: Company['operate']): Promise<void> {
  await operate('import', FILES.titles)
  await operate('packages', 'apply', FILES.packages)
  await operate('home', 'apply', FILES.home)
}
