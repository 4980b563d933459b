/** What MODE=production needs beside the demo's settings, each with what to do about it. */
export function missingInProduction(given: Map<string, string>): string[] {
  const problems: string[] = []
  function need(isThere: boolean, problem: string) {
    if (!isThere) problems.push(problem)
  }
  const has = (...keys: string[]) => keys.every(key => given.has(key))
  const isFake = (key: string) =>
    /sandbox|localhost|127\.0\.0\.1|\[::1\]/.test(given.get(key) ?? '')

  need(
    has('SECRET'),
    'SECRET is missing: `openssl rand -base64 48` makes one; keep it, all sessions hang on it',
  )
  need(has('SITE_URL'), 'SITE_URL is missing: give the public origin, such as https://example.com')
  need(
    !/^http:/.test(given.get('SITE_URL') ?? ''),
    'SITE_URL is to begin with https: in production',
  )
  need(
    !/^http:/.test(given.get('MEDIA_BASE_URL') ?? ''),
    'MEDIA_BASE_URL is to begin with https: in production; browsers load nothing else on pages over TLS',
  )
  need(
    has('KAVENEGAR_API_KEY') || has('SMSIR_API_KEY'),
    'KAVENEGAR_API_KEY (or SMSIR_API_KEY) is missing: without one messages would go to the demo outbox',
  )
  need(
    !has('SMSIR_API_KEY') || has('SMSIR_TEMPLATE_ID'),
    'SMSIR_TEMPLATE_ID is missing: give the template that SMS.ir fills codes into',
  )
  need(
    !has('SMSIR_API_KEY') || has('SMSIR_LINE_NUMBER') || has('KAVENEGAR_API_KEY'),
    'SMSIR_LINE_NUMBER is missing: without it and Kavenegar no message but codes goes out',
  )
  need(
    has('ZARINPAL_MERCHANT_ID') || has('ZIBAL_MERCHANT'),
    'ZARINPAL_MERCHANT_ID (or ZIBAL_MERCHANT) is missing: without one payments would go to the demo bank',
  )
  need(
    given.get('ZIBAL_MERCHANT') !== 'zibal',
    'ZIBAL_MERCHANT is the test merchant: give your own',
  )
  need(
    !/^http:/.test(given.get('MEDIA_BASE_URL') ?? ''),
    'MEDIA_BASE_URL is to begin with https: in production',
  )
  need(
    !has('MEDIA_BASE_URL') || has('MEDIA_SECRET'),
    'MEDIA_SECRET is missing: the media server at MEDIA_BASE_URL checks links with it; `openssl rand -hex 32` makes one',
  )
  for (const key of [
    'SMS_BASE_URL',
    'SMSIR_BASE_URL',
    'ZARINPAL_BASE_URL',
    'ZIBAL_BASE_URL',
    'VANDAR_BASE_URL',
  ]) {
    need(!isFake(key), `${key} points at a sandbox or this machine: leave it out in production`)
  }
  need(
    has('VANDAR_BUSINESS') === has('VANDAR_TOKEN'),
    'VANDAR_BUSINESS and VANDAR_TOKEN go together: give both for direct debit, or none',
  )
  return problems
}
