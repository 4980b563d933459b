// The accounts of the demo, one for each state that a visitor may want to see.
import type { Device } from '#src/contract/fields.ts'
import { SESSION } from '#src/contract/limits.ts'
import type { AgeType } from '#src/contract/profiles.ts'
import { DAY_MS, HOUR_MS } from '#src/lib/text/milliseconds.ts'
import { hashPin } from '../../accounts/profiles/pin.ts'
import { hashSecret } from '../../accounts/session/password.ts'
import { hashToken, newToken } from '../../accounts/session/tokens.ts'
import { profiles } from '../../platform/db/schema/profiles.ts'
import { partnerLinks, sessions } from '../../platform/db/schema/session.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'

/** Password of all demo accounts. */
export const DEMO_PASSWORD = 'pardeh-1404'

type Sketch = { name: string; avatar: string; age?: AgeType; pin?: string }
type Account = {
  msisdn: string
  name: string
  family: string
  partner?: string
  profiles: Sketch[]
  devices?: Array<Pick<Device, 'brand' | 'model' | 'app_version'> & { hoursAgo: number }>
}

export const DEMO_ACCOUNTS: Account[] = [
  {
    msisdn: '09120000001',
    name: 'سارا',
    family: 'نیک‌روش',
    profiles: [
      { name: 'سارا', avatar: 'type-1-1' },
      { name: 'بهرام', avatar: 'type-1-4', pin: '1234' },
      { name: 'نیلو', avatar: 'type-2-2', age: 'under_7' },
    ],
  },
  { msisdn: '09120000002', name: '', family: '', profiles: [{ name: 'من', avatar: 'default-2' }] },
  {
    msisdn: '09120000003',
    name: 'کاوه',
    family: 'دریانی',
    profiles: [{ name: 'کاوه', avatar: 'type-1-3' }],
  },
  {
    msisdn: '09120000004',
    name: 'مینا',
    family: 'سپهری',
    profiles: [{ name: 'مینا', avatar: 'type-1-6' }],
  },
  {
    msisdn: '09120000005',
    name: 'آرش',
    family: 'کوهستانی',
    profiles: [
      { name: 'آرش', avatar: 'type-1-2' },
      { name: 'ترانه', avatar: 'type-1-5' },
    ],
    devices: [
      { brand: 'Chrome', model: 'Android 15', app_version: 'Chrome 146', hoursAgo: 2 },
      { brand: 'Safari', model: 'macOS 15', app_version: 'Safari 18', hoursAgo: 30 },
      { brand: 'Samsung Internet', model: 'Tizen 8', app_version: 'Samsung 25', hoursAgo: 190 },
    ],
  },
  {
    msisdn: '09120000006',
    name: 'پریسا',
    family: 'مهرآرا',
    profiles: [{ name: 'پریسا', avatar: 'type-1-7' }],
  },
  {
    msisdn: '09120000007',
    name: 'فرهاد',
    family: 'روشن',
    partner: 'https://partner.example',
    profiles: [{ name: 'فرهاد', avatar: 'type-1-8' }],
  },
  {
    msisdn: '09120000008',
    name: 'یاسمن',
    family: 'آذرفر',
    profiles: [{ name: 'یاسمن', avatar: 'type-1-5' }],
  },
]

/** Can be repeated: an account whose number exists is left as it is. */
export async function seedAccounts(deps: Deps): Promise<void> {
  await Promise.all(DEMO_ACCOUNTS.map(account => seedAccount(deps, account)))
}

async function seedAccount(deps: Deps, account: Account): Promise<void> {
  const { msisdn, name, family, partner } = account
  const now = deps.now()
  const passwordHash = await hashSecret(DEMO_PASSWORD, deps.random)
  const [user] = await deps.db
    .insert(users)
    .values({
      id: newId(),
      msisdn,
      name,
      family,
      passwordHash,
      isSso: partner !== undefined,
      partner: partner ?? null,
      termsAcceptedAt: now,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: users.id })
  if (!user) return
  // The demo's partner names its subscribers in this form.
  if (partner)
    await deps.db.insert(partnerLinks).values({ issuer: partner, subject: msisdn, userId: user.id })
  await seedProfiles(deps, user.id, account.profiles)
  await seedDevices(deps, user.id, account.devices ?? [])
}

async function seedProfiles(deps: Deps, userId: string, sketches: Sketch[]): Promise<void> {
  const rows = sketches.map(async ({ name, avatar, age, pin }, index) => {
    const id = newId()
    return {
      id,
      userId,
      slot: index + 1,
      name,
      avatar,
      ageType: age ?? ('adult' as const),
      ...(pin ? await hashPin(deps, id, pin) : {}),
      isPrimary: index === 0,
      createdAt: deps.now(),
    }
  })
  await deps.db.insert(profiles).values(await Promise.all(rows))
}

async function seedDevices(
  deps: Deps,
  userId: string,
  devices: NonNullable<Account['devices']>,
): Promise<void> {
  const now = deps.now().getTime()
  for (const [index, { hoursAgo, ...device }] of devices.entries()) {
    const createdAt = new Date(now - 20 * DAY_MS + index * DAY_MS)
    await deps.db.insert(sessions).values({
      id: newId(),
      tokenHash: hashToken(deps, newToken(deps)),
      userId,
      slot: index + 1,
      device: { ...blankDevice(`demo-device-${index + 1}`), ...device },
      createdAt,
      lastSeenAt: new Date(now - hoursAgo * HOUR_MS),
      expiresAt: new Date(createdAt.getTime() + SESSION.lifeDays * DAY_MS),
    })
  }
}

function blankDevice(unique_identifier: string): Device {
  return {
    unique_identifier,
    platform: 'web',
    brand: '',
    model: '',
    app_version: '',
    screen_width: 0,
    screen_height: 0,
    notification_token: '',
    store: 'none',
  }
}
