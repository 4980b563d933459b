import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { openApiDocument } from '#src/service/platform/http/openapi.ts'

const document = openApiDocument('https://pardeh.test/api')

test('the API description passes the recommended rules of Redocly', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  // The specification has these paths, and a mobile number is never `remote-access`.
  const isKnown = ({ ruleId, message }: (typeof problems)[number]) =>
    ruleId === 'no-ambiguous-paths' && message.includes('/access-token/users/remote-access/{code}')
  const others = problems.filter(problem => !isKnown(problem))
  expect(
    others.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
  ).toEqual([])
})

test('the API description passes the recommended rules of Spectral', async () => {
  const spectral = new spectralCore.Spectral()
  const rules = spectralRulesets.oas as unknown as RulesetDefinition
  spectral.setRuleset({ extends: [[rules, 'recommended']] })
  const problems = await spectral.run(JSON.stringify(document))
  expect(problems.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([])
})
