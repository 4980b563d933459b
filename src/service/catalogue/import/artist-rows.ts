import type { ImportArtist, ImportTitle } from '#src/contract/import.ts'
import { alphabetSortKey } from '#src/lib/text/normalise.ts'
import type { artists, credits } from '../../platform/db/schema/catalogue.ts'
import { stableId } from './identity.ts'
import type { StoredPicture } from './picture-reference.ts'
import {
  allTexts,
  buildSearchText,
  type ImportedText,
  mainText,
  slugColumns,
  textColumns,
} from './texts.ts'

type ArtistInsert = typeof artists.$inferInsert
export type CreditInsert = typeof credits.$inferInsert

export function artistRow(
  artist: ImportArtist,
  known: { shortId: string; contentHash: string; picture: StoredPicture | null; now: Date },
): ArtistInsert {
  return {
    ...named(artist.external_id, artist.name, artist.aliases, known),
    ...textColumns('bio', artist.bio),
    imagePath: known.picture?.path ?? null,
    imageColour: known.picture?.colour ?? null,
    contentHash: known.contentHash,
  }
}

/** Returns the row of an artist who is named in the credits of a title but has no line of their own. */
export function creditedArtistRow(
  externalId: string,
  name: ImportedText,
  known: { shortId: string; now: Date },
): ArtistInsert {
  return named(externalId, name, [], known)
}

function named(
  externalId: string,
  name: ImportedText,
  aliases: readonly string[] = [],
  { shortId, now }: { shortId: string; now: Date },
) {
  return {
    id: stableId('artist', externalId),
    shortId,
    externalId,
    ...slugColumns(name),
    ...textColumns('name', name),
    searchText: buildSearchText([...allTexts(name), ...aliases]),
    sortKey: alphabetSortKey(mainText(name)),
    aliases: [...aliases],
    removedAt: null,
    updatedAt: now,
  }
}

/** Returns one row per person and role, in the order of the record. */
export function creditRows(title: ImportTitle): CreditInsert[] {
  const rows = new Map<string, CreditInsert>()
  const contentId = stableId('title', title.external_id)
  for (const [position, { artist, role, character }] of (title.credits ?? []).entries()) {
    const key = `${artist}\n${role}`
    if (rows.has(key)) continue
    rows.set(key, {
      contentId,
      artistId: stableId('artist', artist),
      role,
      ...textColumns('character', character),
      position,
    })
  }
  return [...rows.values()]
}
