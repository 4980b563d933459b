// WebOTP: the browser passes on the code of an SMS whose last line names this site.

type OtpCredential = Credential & { code: string }

/** The code of the SMS; null when unsupported, declined or not received. */
export async function receiveCode(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in globalThis) || !navigator.credentials) return null
  try {
    const request = { otp: { transport: ['sms'] }, signal } as CredentialRequestOptions
    const credential = (await navigator.credentials.get(request)) as OtpCredential | null
    return credential?.code ?? null
  } catch {
    return null
  }
}
