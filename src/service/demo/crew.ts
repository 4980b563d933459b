// Who stands behind a title: the director named in its draft, and the writer and composer that suit it.
import type { ImportTitle } from '#src/contract/import.ts'
import type { TitleDraft } from './draft.ts'

type Credit = NonNullable<ImportTitle['credits']>[number]

const ABROAD = ['valcourt', 'okazono']
const NARRATORS = ['avabakhsh', 'ravizadeh', 'sokhanparvar']
const WRITE_THEIR_OWN = ['savoji', 'bastankar', 'niavarani', 'taspinarli', 'minasawa', 'hawraman']

const WRITERS: Readonly<Record<string, string>> = {
  crime: 'negarestan',
  thriller: 'negarestan',
  mystery: 'negarestan',
  scifi: 'negarestan',
  drama: 'yadegari',
  family: 'yadegari',
  romance: 'yadegari',
  kids: 'yadegari',
}
const COMPOSERS: Readonly<Record<string, string>> = {
  crime: 'mezrabi',
  thriller: 'mezrabi',
  scifi: 'mezrabi',
  action: 'mezrabi',
  horror: 'mezrabi',
  kids: 'segahi',
  comedy: 'segahi',
  musical: 'segahi',
  history: 'parniansaz',
  romance: 'parniansaz',
  fantasy: 'parniansaz',
}

export function words(list: string | undefined): string[] {
  return list ? list.split(' ') : []
}

export function creditsOf(draft: TitleDraft): Credit[] {
  const genre = words(draft.genres)[0] ?? 'drama'
  const credits: Credit[] = []
  if (draft.by) {
    const writer = WRITE_THEIR_OWN.includes(draft.by) ? draft.by : (WRITERS[genre] ?? 'ketabdar')
    credits.push(
      { artist: draft.by, role: 'director' },
      { artist: writer, role: 'writer' },
      { artist: COMPOSERS[genre] ?? 'chakavaki', role: 'composer' },
    )
  }
  for (const artist of words(draft.cast)) credits.push({ artist, role: partOf(artist, draft) })
  return credits
}

function partOf(artist: string, draft: TitleDraft): Credit['role'] {
  if (NARRATORS.includes(artist)) return 'narrator'
  const madeHere = words(draft.from).includes('IR')
  return madeHere || ABROAD.includes(artist) ? 'cast' : 'dubber'
}
