/** Returns the time of this machine in milliseconds since 1970. Certificates and backups are checked without a database. */
export function ownNow(): number {
  return Date.now()
}
