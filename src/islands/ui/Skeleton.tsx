type Props = { count: number; label: string; className: string; frame?: string }

/** Grey shapes in the place of what is being loaded. `className` is the shape, `frame` how they stand. */
export function Skeleton({ count, label, className, frame = 'grid gap-3' }: Props) {
  return (
    <div className={frame} role="status" aria-label={label} aria-busy="true">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={`skeleton block ${className}`} />
      ))}
    </div>
  )
}
