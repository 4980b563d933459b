// WebOTP: the browser hands over the code of a message whose last line names this site.

type OtpCredential = Credential & { code: string }

/** The code of the message, or null: not offered here, declined, or nothing came. */
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
