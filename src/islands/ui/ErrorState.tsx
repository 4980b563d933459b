type Props = { text: string; retry: string; onRetry: () => void; className?: string }

/** The message that something could not be loaded, with a retry button. */
export function ErrorState({ text, retry, onRetry, className = 'py-12' }: Props) {
  return (
    <div role="alert" className={`grid justify-items-center gap-4 text-center ${className}`}>
      <i className="i-lucide-cloud-off text-4xl text-faint" />
      <p className="m-0 max-w-[44ch]">{text}</p>
      <button type="button" className="btn-action" onClick={onRetry}>
        <i className="i-lucide-rotate-cw" />
        {retry}
      </button>
    </div>
  )
}
