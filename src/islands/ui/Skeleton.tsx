type Props = { count: number; label: string; className: string; frame?: string }

/** Placeholders while content loads. `className` is that of one shape, `frame` that of their layout. */
export function Skeleton({ count, label, className, frame = 'grid gap-3' }: Props) {
  return (
    <div className={frame} role="status" aria-label={label} aria-busy="true">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={`skeleton block ${className}`} />
      ))}
    </div>
  )
}
