import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { type Localized, pickTranslation } from '#src/contract/languages.ts'
import { staffLanguage } from '../language.ts'
import { numberText } from './words.ts'

export type SurveyData = {
  voters: number
  votes: number
  participants: {
    position: number
    titles: Localized<string | null>
    votes: number
    percent: number
  }[]
}

/** The votes of a survey as bars, most votes first. A bar is as long as its share of all votes. */
export function SurveyResults({ data: { voters, votes, participants } }: { data: SurveyData }) {
  const translate = useTranslate()
  const titleOf = (titles: Localized<string | null>) =>
    pickTranslation(titles as Partial<Localized>, staffLanguage()) ?? ''
  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: { md: 480 } }}>
      <Typography color="text.secondary">
        {translate('staff.surveyCounts', {
          voters: numberText(voters),
          votes: numberText(votes),
        })}
      </Typography>
      {participants.map(({ position, titles, votes: own, percent }) => (
        <Box key={position}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
            <Typography variant="body2">
              <bdi>{titleOf(titles)}</bdi>
            </Typography>
            <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {translate('staff.surveyShare', {
                votes: numberText(own),
                percent: numberText(percent),
              })}
            </Typography>
          </Box>
          <LinearProgress
            variant="determinate"
            value={percent}
            aria-label={titleOf(titles)}
            sx={{ height: 12, borderRadius: 1 }}
          />
        </Box>
      ))}
    </Box>
  )
}
