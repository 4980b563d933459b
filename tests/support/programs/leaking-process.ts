/** Leaks a secret in the way its argument names: a rejection, an exception or the console. */
import pg from 'pg'
import { createLog } from '#src/service/platform/log.ts'
import { logProcess } from '#src/service/platform/process-log.ts'

const NUMBER = '09121234567'
const query = Object.assign(new Error(`Failed query: insert\nparams: ${NUMBER}`), {
  query: 'insert into "users" ("msisdn") values ($1)',
  params: [NUMBER],
})
const cause = Object.assign(new pg.DatabaseError('x', 1, 'error'), {
  code: '23505',
  detail: `Key (msisdn)=(${NUMBER}) already exists.`,
})
const error = Object.assign(query, { cause })

// Astro has such a handler, which would print the address.
process.on('unhandledRejection', () => process.stderr.write(`while rendering /otp/${NUMBER}`))
logProcess(createLog('trace'))
const ways: Record<string, () => void> = {
  rejection: () => {
    void Promise.reject(error)
    setTimeout(() => console.log('it lives'), 200)
  },
  exception: () => {
    setTimeout(() => console.log('it lives'), 500)
    throw error
  },
  console: () => {
    console.error(error)
    console.error(`${error.stack}`)
    console.warn('[router] %s', `GET /access-token/users/${NUMBER}/otp`, { number: NUMBER })
    console.info(error, error.cause)
  },
}
ways[process.argv[2] ?? '']?.()
