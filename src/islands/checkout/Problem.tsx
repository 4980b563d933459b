/** The error next to the submit button. */
export function Problem({ text }: { text: string | null }) {
  if (!text) return null
  return (
    <p role="alert" className="m-0 rounded-xl px-4 py-3 bg-[var(--bad-soft)] text-bad">
      {text}
    </p>
  )
}
