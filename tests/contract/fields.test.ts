import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Msisdn, PageQuery, Pin, TimestampInput, VoucherCode } from '#src/contract/fields.ts'
import { isWire } from '#src/lib/text/tehran.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const persian = (text: string) =>
  text.replace(/\d/g, digit => String.fromCharCode(0x6f0 + Number(digit)))

describe('the fields of the contract', () => {
  it('accepts a mobile number with 0, 98, 0098 or +98, also in Persian digits, and normalises it to begin with 0', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('0', '98', '0098', '+98'),
        digits(9),
        fc.boolean(),
        (prefix, rest, isPersian) => {
          const typed = `${prefix}9${rest}`
          expect(Msisdn.parse(isPersian ? persian(typed) : typed)).toBe(`09${rest}`)
        },
      ),
    )
  })

  it.each(['', '9121234567', '02112345678', '0912123456', '091212345678', '0989121234567', 'abc'])(
    'refuses %j as a mobile number',
    typed => expect(Msisdn.safeParse(typed).success).toBe(false),
  )

  it('accepts a PIN of exactly four digits', () => {
    expect(Pin.parse('۱۲۳۴')).toBe('1234')
    for (const typed of ['123', '12345', '12a4', ''])
      expect(Pin.safeParse(typed).success).toBe(false)
  })

  it('accepts a code of Latin letters and digits in two parts joined by a hyphen', () => {
    expect(VoucherCode.parse(' demo-50 ')).toBe('DEMO-50')
    for (const typed of ['DEMO', 'A-B-C', 'کد-۱۲', '-50', 'A_B-1'])
      expect(VoucherCode.safeParse(typed).success).toBe(false)
  })

  it('defaults to pages of 24, allows at most 100, and refuses negative and infinite sizes', () => {
    expect(PageQuery.parse({})).toEqual({ offset: 0, count: 24 })
    expect(PageQuery.parse({ offset: '۴۸', count: '100' })).toEqual({ offset: 48, count: 100 })
    for (const query of [
      { count: '101' },
      { offset: '-1' },
      { offset: 'NaN' },
      { offset: '1e9' },
      { x: 1 },
    ]) {
      expect(PageQuery.safeParse(query).success).toBe(false)
    }
  })

  it.each([
    '2026-13-01T00:00:00',
    '2026-02-30T00:00:00',
    '2026-01-01T24:00:00',
    '2026-00-10T00:00:00',
    '2026-01-01T12:60:00',
    '2026-01-01T12:00:60',
    '2026-01-01',
    '2026-01-01T12:00:00Z',
    '',
  ])('refuses %j as a time', typed => expect(TimestampInput.safeParse(typed).success).toBe(false))

  it('accepts exactly the times that the service can read', () => {
    const part = (max: number) => fc.integer({ min: 0, max }).map(n => String(n).padStart(2, '0'))
    const year = fc.integer({ min: 0, max: 9999 }).map(n => String(n).padStart(4, '0'))
    const times = fc.tuple(year, part(13), part(32), part(25), part(61), part(61))
    fc.assert(
      fc.property(times, ([y, month, day, ...clock]) => {
        const text = `${y}-${month}-${day}T${clock.join(':')}`
        expect([text, TimestampInput.safeParse(text).success]).toEqual([text, isWire(text)])
      }),
      { numRuns: 2_000 },
    )
  })
})
