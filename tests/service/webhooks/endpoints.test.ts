import { expect, test } from 'vitest'
import { urlProblem } from '#src/service/webhooks/endpoints.ts'

test.each([
  ['https://crm.example.com/a?b=c', null],
  ['https://8.8.8.8/', null],
  ['http://crm.example.com/', /TLS/],
  ['https://127.0.0.1/', /not public/],
  ['https://[::1]/', /not public/],
  ['https://169.254.169.254/latest', /not public/],
  ['https://localhost:3000/', /not public/],
  ['https://me:secret@crm.example.com/', /password/],
  ['ftp://crm.example.com/', /no http/],
  ['crm.example.com', /no http/],
  [`https://crm.example.com/${'a'.repeat(500)}`, /no http/],
])('%s', (url, problem) => {
  if (problem) expect(urlProblem(url, false)).toMatch(problem)
  else expect(urlProblem(url, false)).toBeNull()
})

test('an endpoint of the own network may have a private address and no TLS', () => {
  expect(urlProblem('http://10.0.0.7:8080/pardeh', true)).toBeNull()
  expect(urlProblem('http://me:secret@10.0.0.7/', true)).toMatch(/password/)
})
