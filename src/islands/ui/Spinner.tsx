/** `label` is the accessible name, if no text next to the spinner says what is loading. */
export function Spinner({ label, className = '' }: { label?: string; className?: string }) {
  return (
    <span role="status" className={className}>
      <i className="i-lucide-loader-circle block text-xl animate-spin motion-reduce:animate-pulse" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
