import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  HttpError,
  Login,
  minLength,
  PasswordInput,
  required,
  TextInput,
  useTranslate,
} from 'react-admin'
import { useParams } from 'react-router'
import { callStaffApi } from '../call.ts'
import { useWord } from '../ui/fields.tsx'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import { numberText } from '../ui/words.ts'
import { StaffCodeField, StepForm } from './SignIn.tsx'

/** Status of an invitation that was used or has expired. */
const UNKNOWN = 404

type Invited = { email: string; role: string; passwordMin: number }
type Enrolment = { secret: string; uri: string; qr: string }

/** Three steps: a password, the authenticator, and the recovery codes. */
export function Invitation() {
  const { token = '' } = useParams()
  const translate = useTranslate()
  const path = `/invitations/${encodeURIComponent(token)}`
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => callStaffApi<Invited>('GET', path),
    retry: false,
  })
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <Login sx={{ backgroundImage: 'none', bgcolor: 'background.default' }}>
      {error && (
        <Box sx={{ m: 2, maxWidth: 320 }}>
          {error instanceof HttpError && error.status === UNKNOWN ? (
            <Alert severity="error">{translate('staff.invitation.expired')}</Alert>
          ) : (
            <ReadFailure error={error} onRetry={refetch} />
          )}
        </Box>
      )}
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : enrolment ? (
        <StepForm
          button="ra.action.confirm"
          submit={async values => {
            const reply = await callStaffApi<{ recoveryCodes: string[] }>(
              'POST',
              `${path}/confirm`,
              values,
            )
            setCodes(reply.recoveryCodes)
          }}
        >
          <Typography variant="body2">{translate('staff.invitation.scan')}</Typography>
          <Box component="img" src={enrolment.qr} alt="" sx={{ width: 220, mx: 'auto' }} />
          <Typography variant="body2" className="ltr" sx={{ overflowWrap: 'anywhere' }}>
            {enrolment.secret}
          </Typography>
          <StaffCodeField />
        </StepForm>
      ) : (
        data && (
          <StepForm
            button="staff.invitation.next"
            submit={async values =>
              setEnrolment(await callStaffApi<Enrolment>('POST', path, values))
            }
          >
            <Welcome {...data} />
            <TextInput
              source="name"
              label="fields.name"
              validate={required()}
              fullWidth
              autoFocus
            />
            <PasswordInput
              source="password"
              label="ra.auth.password"
              autoComplete="new-password"
              helperText={translate('staff.invitation.password', {
                count: numberText(data.passwordMin),
              })}
              validate={[required(), minLength(data.passwordMin)]}
              fullWidth
            />
          </StepForm>
        )
      )}
    </Login>
  )
}

function Welcome({ email, role }: Invited) {
  const translate = useTranslate()
  const word = useWord()
  return (
    <Typography variant="body2">
      {translate('staff.invitation.welcome', { role: word(role) })}{' '}
      <bdi className="ltr">{email}</bdi>
    </Typography>
  )
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'grid', gap: 2, p: 2, width: 320 }}>
      <Alert severity="warning">{translate('staff.invitation.codes')}</Alert>
      <Box
        component="ul"
        className="ltr"
        sx={{ columns: 2, fontFamily: 'monospace', m: 0, pl: 2, userSelect: 'all' }}
      >
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      {/* The page loads again, so that the session of the new cookie is read. */}
      <Button variant="contained" href="/">
        {translate('staff.invitation.finish')}
      </Button>
    </Box>
  )
}
