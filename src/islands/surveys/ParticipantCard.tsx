import type { Language } from '#src/contract/fields.ts'
import type { Survey } from '#src/contract/surveys.ts'
import { pictureSources } from '#src/lib/catalogue/picture.ts'
import { participantPictureKind } from '#src/lib/surveys/picture.ts'
import { formatNumber } from '#src/lib/text/number.ts'
import type { SurveysT } from './texts.ts'

type Props = {
  t: SurveysT
  language: Language
  participant: Survey['participants'][number]
  count: number
  perItem: number
  isLocked: boolean
  heading: 'h2' | 'h3'
  onVote: (by: 1 | -1) => void
}

/** A participant with a toggle for a single vote, or with a counter for several. */
export function ParticipantCard({ t, language, participant, count, ...rest }: Props) {
  const { perItem, isLocked, heading: Heading, onVote } = rest
  const { title, subtitle, image } = participant
  const sources = image && pictureSources(image, participantPictureKind(image))
  return (
    <div
      className={`card overflow-hidden h-full flex flex-col ${count > 0 ? 'border-accent!' : ''}`}
    >
      <div
        className="aspect-square bg-overlay grid place-items-center overflow-hidden"
        style={image?.color ? { background: image.color } : undefined}
      >
        {sources ? (
          <img
            srcSet={sources.avif}
            sizes="(min-width: 960px) 220px, 45vw"
            src={sources.src}
            alt=""
            width={220}
            height={220}
            loading="lazy"
            className="w-full h-full object-cover"
          />
        ) : (
          <i className="i-lucide-user-round text-5xl text-faint" />
        )}
      </div>
      <div className="p-3 md:p-4 grow">
        <Heading className="m-0 text-base font-700 leading-snug">
          <bdi>{title}</bdi>
        </Heading>
        {subtitle && <p className="m-0 text-sm text-muted">{subtitle}</p>}
      </div>
      <div className="px-2 pb-2 md:(px-3 pb-3)">
        {isLocked ? (
          <p className="m-0 min-h-11 grid place-items-center text-sm text-muted">
            {count > 0 && (
              <span className="text-text font-700">{t('surveys.votes', { count })}</span>
            )}
          </p>
        ) : perItem === 1 ? (
          <button
            type="button"
            className={`w-full ${count > 0 ? 'btn-action' : 'btn-quiet'}`}
            aria-pressed={count > 0}
            aria-label={t('surveys.addVote', { name: title })}
            onClick={() => onVote(count > 0 ? -1 : 1)}
          >
            <i className={count > 0 ? 'i-lucide-check' : 'i-lucide-plus'} />
          </button>
        ) : (
          <div className="flex items-center justify-between gap-2">
            <button
              type="button"
              className="btn-icon bg-[var(--quiet)]! aria-disabled:opacity-40"
              aria-label={t('surveys.removeVote', { name: title })}
              aria-disabled={count === 0}
              onClick={() => onVote(-1)}
            >
              <i className="i-lucide-minus" />
            </button>
            <output className="text-lg font-800" aria-live="polite">
              {formatNumber(count, language)}
            </output>
            <button
              type="button"
              className="btn-icon bg-[var(--quiet)]!"
              aria-label={t('surveys.addVote', { name: title })}
              onClick={() => onVote(1)}
            >
              <i className="i-lucide-plus" />
            </button>
          </div>
        )}
      </div>
    </div>
  )
}
