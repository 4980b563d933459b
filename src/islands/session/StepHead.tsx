import type { ReactNode } from 'react'

/** Title and text of a step. */
export function StepHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="grid gap-2">
      <h1 className="m-0 text-2xl font-800 leading-snug">{title}</h1>
      {children && <p className="m-0 text-muted text-15">{children}</p>}
    </header>
  )
}
