import { localPath } from '#src/lib/i18n/languages.ts'
import type { SessionT } from './texts.ts'

type Props = {
  /** Key of the sentence, with the link in the position that the language requires. */
  text: 'session.login.terms' | 'session.register.acceptTerms'
  /** Opens a new tab if leaving the page would lose input. */
  opensTab?: boolean
  t: SessionT
}

export function RulesLink({ text, opensTab = false, t }: Props) {
  const [before, after] = t(text, { rules: '\u0000' }).split('\u0000')
  return (
    <>
      {before}
      <a
        className="text-text underline underline-offset-4"
        href={localPath('/rules', t.language)}
        {...(opensTab ? { target: '_blank', rel: 'noopener' } : {})}
      >
        {t('session.login.termsLink')}
      </a>
      {after}
    </>
  )
}
