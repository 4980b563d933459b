/** Addresses of companies to which keys, codes and amounts are sent, or whose keys sign users in. */
export const COMPANY_ADDRESSES = [
  'SMS_BASE_URL',
  'SMSIR_BASE_URL',
  'ZARINPAL_BASE_URL',
  'ZIBAL_BASE_URL',
  'VANDAR_BASE_URL',
  'SSO_JWKS_URL',
] as const

/** True if an address never leaves this machine: a loopback address, or a name that always means one. */
export function isThisMachine({ hostname }: URL): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

/** Lists what MODE=production requires beyond the demo's settings, with advice for each problem. */
export function missingInProduction(given: Map<string, string>): string[] {
  const problems: string[] = []
  function need(isThere: boolean, problem: string) {
    if (!isThere) problems.push(problem)
  }
  const has = (...keys: string[]) => keys.every(key => given.has(key))

  need(
    has('SECRET'),
    'SECRET is missing: `openssl rand -base64 48` creates one; keep it, since all sessions depend on it',
  )
  need(has('SITE_URL'), 'SITE_URL is missing: set the public origin, such as https://example.com')
  need(!/^http:/.test(given.get('SITE_URL') ?? ''), 'SITE_URL must begin with https: in production')
  need(
    !/^http:/.test(given.get('MEDIA_BASE_URL') ?? ''),
    'MEDIA_BASE_URL must begin with https: in production; browsers load nothing else on pages over TLS',
  )
  need(
    has('KAVENEGAR_API_KEY') || has('SMSIR_API_KEY'),
    'KAVENEGAR_API_KEY (or SMSIR_API_KEY) is missing: without it, messages would go to the demo outbox',
  )
  need(
    !has('SMSIR_API_KEY') || has('SMSIR_TEMPLATE_ID'),
    'SMSIR_TEMPLATE_ID is missing: set the template that SMS.ir uses for codes',
  )
  need(
    !has('SMSIR_API_KEY') || has('SMSIR_LINE_NUMBER') || has('KAVENEGAR_API_KEY'),
    'SMSIR_LINE_NUMBER is missing: without it and Kavenegar, only codes can be sent',
  )
  need(
    has('ZARINPAL_MERCHANT_ID') || has('ZIBAL_MERCHANT'),
    'ZARINPAL_MERCHANT_ID (or ZIBAL_MERCHANT) is missing: without it, payments would go to the demo bank',
  )
  need(given.get('ZIBAL_MERCHANT') !== 'zibal', 'ZIBAL_MERCHANT is the test merchant: use your own')
  need(
    !has('MEDIA_BASE_URL') || has('MEDIA_SECRET'),
    'MEDIA_SECRET is missing: the media server at MEDIA_BASE_URL checks links with it; `openssl rand -hex 32` creates one',
  )
  for (const key of COMPANY_ADDRESSES) {
    const address = URL.parse(given.get(key) ?? '')
    need(
      !address?.hostname.includes('sandbox'),
      `${key} points to a sandbox: leave it out in production`,
    )
    need(
      address?.protocol !== 'http:' || isThisMachine(address),
      `${key} must begin with https: in production, because keys, codes and amounts are sent there; only an address of this machine, for a rehearsal, may begin with http:`,
    )
  }
  need(
    has('VANDAR_BUSINESS') === has('VANDAR_TOKEN'),
    'VANDAR_BUSINESS and VANDAR_TOKEN belong together: set both for direct debit, or neither',
  )
  return problems
}
