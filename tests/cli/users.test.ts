/** Runs ./pardeh users next to the site's database. */
import { beforeAll, expect, test } from 'vitest'
import { findCarrierSubscription } from '#src/service/commerce/entitlements/carrier.ts'
import { users } from '#src/service/platform/db/schema/users.ts'
import { newId } from '#src/service/platform/ids.ts'
import { operatorOnDatabase } from '#tests/support/operator-database.ts'

const NUMBER = '09120000008'
const userId = newId()
const site = operatorOnDatabase()
beforeAll(async () => {
  await site.db.insert(users).values({ id: userId, msisdn: NUMBER })
})

type Said = { code: number; out: string; error: string }
async function run(...words: string[]): Promise<Said> {
  const { code, stdout: out, stderr: error } = await site.run('users', ...words)
  return { code, out, error }
}

async function daysLeft(): Promise<number | null> {
  const now = new Date()
  const row = await findCarrierSubscription(site.db, userId, now)
  return row?.endsAt ? Math.round((row.endsAt.getTime() - now.getTime()) / 86_400_000) : null
}

test('a carrier subscription is granted, shown, shortened and ended by mobile number', async () => {
  expect((await run('carrier', NUMBER)).out).toBe('0912***0008 has no carrier subscription\n')
  const dry = await run('carrier', NUMBER, '--days', '30', '--dry-run')
  expect(dry.out).toContain('nothing was changed')
  expect(await daysLeft()).toBeNull()
  const granted = await run('carrier', `+98${NUMBER.slice(1)}`, '--days', '۳۰')
  expect(granted.out).toContain('has a carrier subscription until 14')
  expect(await daysLeft()).toBe(30)
  await run('carrier', NUMBER, '--days', '5')
  expect(await daysLeft()).toBe(5)
  const { out } = await run('carrier', NUMBER, '--end', '--json')
  expect(JSON.parse(out)).toEqual({ number: '0912***0008', ends_at: null, changed: true })
  expect(await daysLeft()).toBeNull()
})

test('invalid input is reported and changes nothing', async () => {
  const wrong: Array<[string[], string]> = [
    [[], 'users needs a verb'],
    [['carrier', NUMBER, '--weeks', '3'], 'There is no option --weeks'],
    [['carrier', NUMBER, '--days', '3', '--end'], 'not both'],
    [['carrier', '12345', '--end'], 'write a mobile number'],
  ]
  for (const [args, said] of wrong) {
    const { code, error } = await run(...args)
    expect(error).toContain(said)
    expect(code).toBe(2)
  }
  expect(await daysLeft()).toBeNull()
})
