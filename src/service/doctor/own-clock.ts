/** This machine's clock, in ms since 1970: certificates and backups are looked at where no database answers. */
export function ownNow(): number {
  return Date.now()
}
