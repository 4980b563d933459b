import { expect, test } from 'vitest'
import { webhookUrlProblem } from '#src/service/platform/webhooks/endpoints.ts'

test.each([
  ['https://crm.example.com/a?b=c', null],
  ['https://8.8.8.8/', null],
  ['http://crm.example.com/', /TLS/],
  ['https://127.0.0.1/', /not public/],
  ['https://[::1]/', /not public/],
  ['https://169.254.169.254/latest', /not public/],
  ['https://localhost:3000/', /not public/],
  ['https://me:secret@crm.example.com/', /password/],
  ['ftp://crm.example.com/', /is not an http or https URL/],
  ['crm.example.com', /is not an http or https URL/],
  [`https://crm.example.com/${'a'.repeat(500)}`, /is not an http or https URL/],
])('%s', (url, problem) => {
  if (problem) expect(webhookUrlProblem(url, false)).toMatch(problem)
  else expect(webhookUrlProblem(url, false)).toBeNull()
})

test('an endpoint in the operator’s own network may have a private address and no TLS', () => {
  expect(webhookUrlProblem('http://10.0.0.7:8080/pardeh', true)).toBeNull()
  expect(webhookUrlProblem('http://me:secret@10.0.0.7/', true)).toMatch(/password/)
})
