import { useLayoutEffect, useRef } from 'react'
import type { Translate } from '#src/lib/i18n/translate.ts'
import type { ProofShare } from '#src/lib/session/proof-of-work.ts'

type T = Translate<'session.proof.checking' | 'session.proof.why' | 'session.proof.cancel'>
type Props = { share: ProofShare; onCancel: () => void; t: T }

/** Progress of the proof of work, with a cancel button. */
export function ProofProgress({ share, onCancel, t }: Props) {
  if (share === null) return null
  return <Progress share={share} onCancel={onCancel} t={t} />
}

function Progress({ share, onCancel, t }: Props & { share: number }) {
  const box = useRef<HTMLDivElement>(null)
  // If it unmounts while its button has the focus, the button that started the call gets it.
  useLayoutEffect(() => {
    const own = box.current
    const began = own?.parentElement?.querySelector<HTMLElement>('button[aria-busy]')
    return () => {
      if (own?.contains(document.activeElement)) began?.focus()
    }
  }, [])
  return (
    <div
      ref={box}
      className="grid gap-3 rounded-xl px-4 py-3 border border-solid border-line bg-raised text-sm"
      data-checking
    >
      <p role="status" className="m-0 grid gap-0.5">
        <span className="font-700">{t('session.proof.checking')}</span>
        <span className="text-muted">{t('session.proof.why')}</span>
      </p>
      <div className="flex items-center gap-4">
        <progress
          className="flex-1 min-w-0 h-1.5 accent-action"
          aria-label={t('session.proof.checking')}
          value={share}
        />
        <button type="button" className="link" onClick={onCancel}>
          {t('session.proof.cancel')}
        </button>
      </div>
    </div>
  )
}
