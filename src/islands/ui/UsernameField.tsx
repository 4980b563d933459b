type Props = {
  /** The account's number; nothing is rendered for a number that the service has masked. */
  msisdn: string | undefined
}

/**
 * The username for password managers, which store it with the password of the same form. They pass over inputs of the
 * type hidden, so it is a text field that only they see: the page already shows the number.
 */
export function UsernameField({ msisdn = '' }: Props) {
  if (!/^\d+$/.test(msisdn)) return null
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      value={msisdn}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
      className="sr-only"
    />
  )
}
