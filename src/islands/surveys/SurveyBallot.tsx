import { use, useEffect, useRef, useState } from 'react'
import { submitSurvey } from '#src/contract/endpoints/surveys.ts'
import type { Language } from '#src/contract/fields.ts'
import type { Survey, SurveyState } from '#src/contract/surveys.ts'
import { api, newIdempotencyKey } from '#src/lib/api/browser.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { handleFailure } from '#src/lib/api/handle-failure.ts'
import { readDraft, saveDraft } from '#src/lib/forms/draft.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { loginPath } from '#src/lib/routes.ts'
import {
  addVote,
  type Ballot,
  limitAgainstAdding,
  limitAgainstSubmitting,
  remainingVotes,
  restoreBallot,
  setVotes,
  type VoteLimit,
} from '#src/lib/surveys/ballot.ts'
import { Button } from '../ui/Button.tsx'
import { useHydrationMarker } from '../ui/use-hydration-marker.ts'
import { ParticipantCard } from './ParticipantCard.tsx'
import { NAMESPACES } from './texts.ts'

type Props = {
  language: Language
  survey: Survey
  /** Null for a visitor, who votes first and signs in to submit. */
  state: SurveyState | null
  /** Heading one level below that of the survey. */
  heading?: 'h2' | 'h3'
}

/** An open survey. Votes can be changed until they are submitted; after that they are only shown. */
export default function SurveyBallot({ language, survey, state, heading = 'h2' }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const [isSubmitted, setSubmitted] = useState(state?.is_submitted ?? false)
  const [ballot, setBallot] = useState<Ballot>(() =>
    Object.fromEntries((state?.votes ?? []).map(vote => [vote.participant_id, vote.count])),
  )
  const [limit, setLimit] = useState<VoteLimit | null>(null)
  const [isSending, setSending] = useState(false)
  const key = useRef('')
  const ready = useHydrationMarker()
  const bar = useRef<HTMLParagraphElement>(null)
  const draft = `survey:${survey.ref}`

  useEffect(() => {
    if (!state?.is_submitted) setBallot(restoreBallot(readDraft(draft), survey))
  }, [draft, state, survey])

  function vote(id: string, by: 1 | -1) {
    const passed = by === 1 ? limitAgainstAdding(survey, ballot, id) : null
    setLimit(passed)
    if (passed) return
    const next = by === 1 ? addVote(survey, ballot, id) : setVotes(ballot, id, by)
    setBallot(next)
    saveDraft(draft, JSON.stringify(next))
    key.current = ''
  }

  async function submit() {
    const passed = limitAgainstSubmitting(survey, ballot)
    setLimit(passed)
    if (passed) return
    if (!state) return location.assign(loginPath(location.pathname, language))
    key.current ||= newIdempotencyKey()
    setSending(true)
    const votes = Object.entries(ballot).map(([participant_id, count]) => ({
      participant_id,
      count,
    }))
    try {
      await api(
        submitSurvey,
        { params: { ref: survey.id }, body: { votes } },
        { idempotencyKey: key.current },
      )
      setSubmitted(true)
      showSubmitted(survey.id)
      requestAnimationFrame(() => bar.current?.focus({ preventScroll: true }))
      setLimit(null)
      saveDraft(draft, '')
    } catch (error) {
      const failure = toFailure(error)
      await handleFailure(error, language)
      // The votes were submitted in another tab or on another device: the reload shows them.
      if (failure.kind === 'api_error' && failure.result === 'already_voted') location.reload()
    } finally {
      setSending(false)
    }
  }

  const remaining = remainingVotes(survey, ballot)
  return (
    <section {...ready} aria-label={t('surveys.participants')}>
      <ul className="survey-grid">
        {survey.participants.map(participant => (
          <li key={participant.id}>
            <ParticipantCard
              t={t}
              language={language}
              participant={participant}
              count={ballot[participant.id] ?? 0}
              perItem={survey.votes_per_item}
              isLocked={isSubmitted}
              heading={heading}
              onVote={by => vote(participant.id, by)}
            />
          </li>
        ))}
      </ul>
      <div className="survey-bar">
        <p
          ref={bar}
          tabIndex={-1}
          role="status"
          className={isSubmitted ? 'm-0 flex items-center gap-2.5 font-600 text-good' : 'sr-only'}
        >
          {isSubmitted && (
            <>
              <i className="i-lucide-circle-check text-xl" />
              {t('surveys.submitted')}
            </>
          )}
        </p>
        {!isSubmitted && (
          <>
            <div className="min-w-0">
              <p className="m-0 font-700" aria-live="polite">
                {t('surveys.remaining', { count: remaining })}
              </p>
              <p
                className={`m-0 text-sm ${limit ? 'text-warn' : 'text-muted'}`}
                role={limit ? 'alert' : undefined}
              >
                {limit
                  ? t(limit.key, 'count' in limit ? { count: limit.count } : {})
                  : state
                    ? t('surveys.limit.minParticipants', { count: survey.min_item })
                    : t('surveys.login')}
              </p>
            </div>
            <Button isLoading={isSending} onClick={() => void submit()}>
              {state ? t('surveys.submit') : t('surveys.loginAndSubmit')}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

/** Updates the head of the survey, which is not part of this island. */
function showSubmitted(id: string): void {
  const head = document.querySelector(`[data-survey-state="${CSS.escape(id)}"]`)
  head?.querySelector('[data-open]')?.toggleAttribute('hidden', true)
  head?.querySelector('[data-submitted]')?.removeAttribute('hidden')
}
