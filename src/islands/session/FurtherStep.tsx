import type { LoginStep } from '#src/lib/session/login-state.ts'
import { CodeStep } from './CodeStep.tsx'
import { DeviceStep } from './DeviceStep.tsx'
import { NewPasswordStep } from './NewPasswordStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import type { StepProps } from './step.ts'
import { WelcomeStep } from './WelcomeStep.tsx'

type Step = Exclude<LoginStep, 'mobile' | 'done'>

const STEPS: Record<Step, typeof CodeStep> = {
  code: CodeStep,
  password: PasswordStep,
  devices: DeviceStep,
  'new password': NewPasswordStep,
  welcome: WelcomeStep,
}

/** A step of sign-in after the mobile number. */
export default function FurtherStep({ step, ...props }: StepProps & { step: Step }) {
  const Step = STEPS[step]
  return <Step {...props} />
}
