/** Parses `1=per,2=per:description,3=none`: audio tracks as an operator describes them. */
import { AUDIO_KINDS } from '#src/contract/track-kinds.ts'
import type { AudioCorrection } from './file-tracks.ts'
import { toBcp47 } from './language-tags.ts'

const CORRECTION = new RegExp(
  `^([1-9]\\d?)=([\\p{L}][\\p{L}_-]*)(?::(main|${AUDIO_KINDS.join('|')}))?$`,
  'u',
)
/** Instead of a language: the track is left out. */
const NONE = 'none'

/** Returns null if one cannot be parsed, or a track is described twice. */
export function audioCorrections(given: string): AudioCorrection[] | null {
  const found = given.split(',').flatMap((part): AudioCorrection[] => {
    const [, number, tag, said] = CORRECTION.exec(part.trim()) ?? []
    const track = Number(number)
    if (tag === NONE && said === undefined) return [{ track, isUnwanted: true }]
    const language = toBcp47(tag)
    const kind = AUDIO_KINDS.find(it => it === said)
    return language ? [{ track, language, ...(kind ? { kind } : {}) }] : []
  })
  const tracks = new Set(found.map(({ track }) => track))
  const isWhole = found.length === given.split(',').length && tracks.size === found.length
  return isWhole ? found.sort((a, b) => a.track - b.track) : null
}
