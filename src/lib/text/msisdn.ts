/** Returns 0912***4567, for messages and logs. */
export function maskMsisdn(msisdn: string): string {
  return `${msisdn.slice(0, 4)}***${msisdn.slice(-4)}`
}
