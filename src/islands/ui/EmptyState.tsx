import type { ReactNode } from 'react'

type Props = { icon: string; title: string; text?: string; children?: ReactNode }

/** The empty state of a list, with actions as children. */
export function EmptyState({ icon, title, text, children }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center text-center gap-2 py-16 [overflow-wrap:anywhere]">
      <i className={`${icon} text-5xl text-faint`} />
      <p className="m-0 mt-2 text-lg font-700">{title}</p>
      {text && <p className="m-0 text-muted max-w-[44ch]">{text}</p>}
      {children && <div className="mt-4 flex flex-wrap gap-3 justify-center">{children}</div>}
    </div>
  )
}
