/** Calls the API of the console. */
import { HttpError } from 'react-admin'
import { staffLanguage } from './language.ts'
import { i18nProvider } from './texts.ts'

type Failure = {
  error?: { code: string; message: string; details?: { fields?: Record<string, string> } }
}
type Method = 'GET' | 'POST' | 'DELETE'
/** The status that react-admin expects where no reply has arrived. */
const NO_ANSWER = 0

/** @throws HttpError with the message of the server, or that it did not answer, in the language of the console */
export async function callStaffApi<Reply>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Reply> {
  const noAnswer = () => i18nProvider.translate('staff.failed')
  const response = await fetch(`/api${path}`, {
    method,
    headers: {
      'Accept-Language': staffLanguage(),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: Error) => {
    throw error.name === 'AbortError' ? error : new HttpError(noAnswer(), NO_ANSWER)
  })
  const text = await response.text()
  const reply = text ? readJson(text) : null
  if (response.ok) return reply as Reply
  const { error } = (reply ?? {}) as Failure
  throw new HttpError(error?.message ?? noAnswer(), response.status, {
    ...error,
    errors: error?.details?.fields,
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
