/** The error of a whole form, above its button. */
export function FormError({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p
      role="alert"
      className="m-0 flex items-start gap-2.5 rounded-xl px-4 py-3 text-sm bg-[color-mix(in_srgb,var(--bad)_14%,transparent)] text-text"
    >
      <i className="i-lucide-circle-alert text-lg text-bad" />
      <span className="plain-text">{text}</span>
    </p>
  )
}
