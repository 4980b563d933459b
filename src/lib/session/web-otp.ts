// WebOTP: the browser reads the code from an SMS whose last line names this site.

type OtpCredential = Credential & { code: string }

/** Returns the code of the SMS; null if unsupported, declined or not received. */
export async function receiveSmsCode(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in globalThis) || !navigator.credentials) return null
  try {
    const request = { otp: { transport: ['sms'] }, signal } as CredentialRequestOptions
    const credential = (await navigator.credentials.get(request)) as OtpCredential | null
    return credential?.code ?? null
  } catch {
    return null
  }
}
