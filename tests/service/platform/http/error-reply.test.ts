import { describe, expect, it } from 'vitest'
import { type ErrorCode, RESULTS } from '#src/contract/envelope.ts'
import { errorReply } from '#src/service/platform/http/error-reply.ts'

const codes = (Object.keys(RESULTS) as Array<keyof typeof RESULTS>).filter(
  (name): name is ErrorCode => name !== 'success',
)

describe('the reply to a failed call', () => {
  it.each(codes)(
    '%s has its status and code, a text in both languages, and is not cached',
    async result => {
      const [status, code] = RESULTS[result]
      const texts = new Set<string>()
      for (const language of ['fa', 'en'] as const) {
        const reply = errorReply(result, {}, language)
        expect(reply.status).toBe(status)
        expect(reply.headers.get('cache-control')).toBe('no-store')
        expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
        const { data, meta } = await reply.json()
        expect([data, meta.operation_result, meta.operation_result_code]).toEqual([
          null,
          result,
          code,
        ])
        texts.add(meta.display_message)
      }
      expect(texts.size).toBe(2)
    },
  )

  it('says when to try again, in header, field and text', async () => {
    const reply = errorReply('too_many_requests', { retryAfter: 90 }, 'en')
    const { meta } = await reply.json()
    expect([reply.headers.get('retry-after'), meta.retry_after]).toEqual(['90', 90])
    expect(meta.display_message).toMatch(/minute/)
    expect(errorReply('unavailable').headers.get('retry-after')).toBe('5')
    expect(errorReply('not_found').headers.has('retry-after')).toBe(false)
  })

  it('includes the details of the error', async () => {
    const details = {
      data: { left: 2 },
      errors: { otp: 'validation.invalid' },
      next_url: '/packages',
      message: 'a text of its own',
    }
    const { data, meta } = await errorReply('wrong_otp', details, 'fa').json()
    expect(data).toEqual({ left: 2 })
    expect(meta).toMatchObject({
      errors: { otp: 'validation.invalid' },
      next_url: '/packages',
      display_message: 'a text of its own',
    })
  })

  it('has no text if the language is unknown', async () => {
    const { meta } = await errorReply('forbidden').json()
    expect(meta).toEqual({ operation_result: 'forbidden', operation_result_code: 40300 })
  })
})
