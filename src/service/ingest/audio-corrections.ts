/** `1=per,2=per:description`: tracks of sound as an operator describes them. */
import { AUDIO_KINDS } from '#src/contract/track-kinds.ts'
import type { AudioCorrection } from './file-tracks.ts'
import { languageOf } from './source.ts'

const CORRECTION = new RegExp(`^([1-9]\\d?)=([a-z]{2,3})(?::(main|${AUDIO_KINDS.join('|')}))?$`)

/** null where one cannot be read, or a track is described twice. */
export function audioCorrections(given: string): AudioCorrection[] | null {
  const found = given.split(',').flatMap((part): AudioCorrection[] => {
    const [, track, tag, said] = CORRECTION.exec(part.trim()) ?? []
    const language = languageOf(tag)
    const kind = AUDIO_KINDS.find(it => it === said)
    return language ? [{ track: Number(track), language, ...(kind ? { kind } : {}) }] : []
  })
  const tracks = new Set(found.map(({ track }) => track))
  const isWhole = found.length === given.split(',').length && tracks.size === found.length
  return isWhole ? found.sort((a, b) => a.track - b.track) : null
}
