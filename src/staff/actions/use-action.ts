/** Runs actions of the console, and knows which of them this member may use. */
import { usePermissions, useTranslate } from 'react-admin'
import { callStaffApi } from '../call.ts'
import type { StaffAction, StaffPermissions } from '../session.ts'

export type ActionValue = string | boolean | number | string[]
export type ActionFile = { filename: string } & ({ text: string } | { base64: string })
export type ActionCall = {
  fields: Record<string, ActionValue>
  dryRun?: boolean
  reason?: string
  files?: Record<string, ActionFile>
  version?: string
}
export type ActionReply = {
  data?: unknown
  messages?: string[]
  isIncomplete?: boolean
  /** Set if a second person must approve the action. */
  request?: { id: string; expiresAt: string }
}

/** Returns an action by a name such as `support.answer`; undefined if the role may not use it. */
export function useAction(name: string): StaffAction | undefined {
  const { permissions } = usePermissions<StaffPermissions>()
  return permissions?.[name]
}

export function runStaffAction(name: string, call: ActionCall): Promise<ActionReply> {
  return callStaffApi('POST', `/actions/${name.replace('.', '/')}`, call)
}

/** Reads a file as bytes, because only the server knows its encoding. */
export function fileToSend(file: File): Promise<ActionFile> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error)
    reader.onload = () => {
      const [, base64 = ''] = /^data:[^,]*,(.*)$/s.exec(String(reader.result)) ?? []
      resolve({ filename: file.name, base64 })
    }
    reader.readAsDataURL(file)
  })
}

/** Returns the label of an action in the language of the console. */
export function useActionLabel(): (name: string) => string {
  const translate = useTranslate()
  return name => translate(`actions.${name}`, { _: name.replace('.', ' ') })
}

/** Returns the label of a field of an action or of its data. */
export function useFieldLabel(): (name: string) => string {
  const translate = useTranslate()
  return name => translate(`fields.${name}`, { _: name.replaceAll(/[_-]/g, ' ') })
}
