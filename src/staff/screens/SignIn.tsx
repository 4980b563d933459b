import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import {
  Form,
  type HttpError,
  Login,
  PasswordInput,
  required,
  TextInput,
  useLogin,
  useNotify,
  useTranslate,
} from 'react-admin'

/** The code of the authenticator, or a recovery code. */
export function StaffCodeField() {
  return (
    <TextInput
      source="totp"
      label="staff.code"
      helperText="staff.codeHelp"
      autoComplete="one-time-code"
      slotProps={{ htmlInput: { dir: 'ltr', inputMode: 'text', maxLength: 20 } }}
      validate={required()}
      fullWidth
    />
  )
}

type StepProps = {
  submit: (values: Record<string, string>) => Promise<unknown>
  button: string
  children: ReactNode
}

/** A form of one step; a failure of the server appears at its field or as a message. */
export function StepForm({ submit, button, children }: StepProps) {
  const notify = useNotify()
  const translate = useTranslate()
  const [isRunning, setRunning] = useState(false)
  const send = async (values: Record<string, string>) => {
    setRunning(true)
    try {
      await submit(values)
      return undefined
    } catch (error) {
      const { message, body } = error as HttpError
      notify(message, { type: 'error', messageArgs: { _: message } })
      return body?.errors
    } finally {
      setRunning(false)
    }
  }
  return (
    <Form onSubmit={(values: Record<string, string>) => send(values)}>
      <Box sx={{ display: 'grid', gap: 1, p: 2, width: 320 }}>
        {children}
        <Button type="submit" variant="contained" disabled={isRunning} fullWidth>
          {translate(button)}
        </Button>
      </Box>
    </Form>
  )
}

export function SignIn() {
  const login = useLogin()
  return (
    <Login sx={{ backgroundImage: 'none', bgcolor: 'background.default' }}>
      <StepForm submit={login} button="ra.auth.sign_in">
        <TextInput
          source="email"
          type="email"
          label="staff.email"
          autoComplete="username"
          slotProps={{ htmlInput: { dir: 'ltr' } }}
          validate={required()}
          autoFocus
          fullWidth
        />
        <PasswordInput
          source="password"
          label="ra.auth.password"
          autoComplete="current-password"
          validate={required()}
          fullWidth
        />
        <StaffCodeField />
      </StepForm>
    </Login>
  )
}
