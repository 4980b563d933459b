import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Msisdn, PageQuery, Pin, VoucherCode } from '#src/contract/fields.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const persian = (text: string) =>
  text.replace(/\d/g, digit => String.fromCharCode(0x6f0 + Number(digit)))

describe('the fields of the contract', () => {
  it('takes a mobile number with 0, 98, 0098 or +98, in Persian digits too, and begins it with 0', () => {
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

  it('takes a PIN of four digits and nothing else', () => {
    expect(Pin.parse('۱۲۳۴')).toBe('1234')
    for (const typed of ['123', '12345', '12a4', ''])
      expect(Pin.safeParse(typed).success).toBe(false)
  })

  it('takes a code of Latin letters and digits in two parts joined by a hyphen', () => {
    expect(VoucherCode.parse(' demo-50 ')).toBe('DEMO-50')
    for (const typed of ['DEMO', 'A-B-C', 'کد-۱۲', '-50', 'A_B-1'])
      expect(VoucherCode.safeParse(typed).success).toBe(false)
  })

  it('takes pages of 24 by default, at most 100, and never a negative or endless one', () => {
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
})
