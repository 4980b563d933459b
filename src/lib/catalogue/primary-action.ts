/** The one action that a title offers on its page, in the hero, on cards and where playback is denied. */
import type { AccessReason } from '#src/contract/access.ts'
import type { Content, ContentCard, Marks, TicketPrice } from '#src/contract/content.ts'
import { mediaKind } from './card.ts'
import { firstPlayable, isPlayable } from './playable.ts'

/**
 * Facts about the title that decide the action, as plain data: a cached page carries them for the script of signed-in
 * viewers.
 */
export type ActionTitle = {
  id: string
  short_id: string
  slug: string
  kind: 'film' | 'series' | 'live' | 'audio_book'
  /** `short_id` of what is played first; null if nothing can be played. The fields below describe the same title. */
  first: string | null
  isFree: boolean
  isForCarrier: boolean
  needsTicket: boolean
  ticket: TicketPrice | null
}

/** Facts about the viewer that decide the action. `endedAt`: when the last subscription ended. */
export type ActionViewer =
  | { kind: 'visitor' }
  | ({ kind: 'member'; isChild: boolean; endedAt: Date | null } & ActionMarks)

type ActionMarks = Pick<Marks, 'access_reason' | 'progress' | 'next_episode'>

type Position = { current_time: number; duration: number }
type EpisodePosition = Position & { season: number; number: number }

export type PrimaryAction =
  | { kind: 'play' | 'play_first' | 'play_live' | 'listen' | 'watch_again'; play: string }
  | ({ kind: 'resume' | 'resume_listening'; play: string } & Position)
  | ({ kind: 'resume_episode' | 'next_episode'; play: string } & EpisodePosition)
  | { kind: 'buy_ticket'; ticket: TicketPrice }
  | { kind: 'renew'; endedAt: Date }
  | { kind: 'subscribe' | 'sign_in' | 'choose_profile' | 'remind' }
  | { kind: 'blocked'; why: BlockedReason }

/** Reasons that no action of this viewer can remove. */
type BlockedReason = 'coming_soon' | 'outside_iran' | 'age' | 'carrier' | 'ask_adult'

type Member = Extract<ActionViewer, { kind: 'member' }>

export function primaryAction(title: ActionTitle, viewer: ActionViewer): PrimaryAction {
  if (title.first === null) return toCome(viewer)
  return viewer.kind === 'visitor' ? actionOfVisitor(title) : actionOfMember(title, viewer)
}

/** The first rule that applies wins, as in `decide` for a visitor (docs/access.md). */
function actionOfVisitor(title: ActionTitle): PrimaryAction {
  if (title.isFree && !title.needsTicket) return startOf(title)
  if (title.needsTicket) return ticketAction(title)
  return { kind: title.isForCarrier ? 'sign_in' : 'subscribe' }
}

function actionOfMember(title: ActionTitle, viewer: Member): PrimaryAction {
  const { access_reason: reason, isChild, endedAt } = viewer
  if (reason === null) return playbackOf(title, viewer)
  // The first episode of a series may be free, and the viewer may have stopped in it.
  if (title.isFree && !title.needsTicket && !isFinal(reason)) {
    if (!viewer.progress) return startOf(title)
    if (viewer.next_episode?.short_id === title.first) return playbackOf(title, viewer)
  }
  const known = REASONS[reason]
  if (known) return known
  if (isChild) return { kind: 'blocked', why: 'ask_adult' }
  if (reason === 'ticket') return ticketAction(title)
  return endedAt ? { kind: 'renew', endedAt } : { kind: 'subscribe' }
}

/** Reasons with the same action for every viewer. A child cannot buy, so the other actions depend on the viewer. */
const REASONS: Partial<Record<AccessReason, PrimaryAction>> = {
  age_restricted: { kind: 'blocked', why: 'age' },
  coming_soon: { kind: 'remind' },
  no_video: { kind: 'remind' },
  outside_iran: { kind: 'blocked', why: 'outside_iran' },
  carrier: { kind: 'blocked', why: 'carrier' },
  sign_in: { kind: 'sign_in' },
  profile: { kind: 'choose_profile' },
}

/** True if neither a payment nor an account changes the reason. */
function isFinal(reason: AccessReason): boolean {
  return ['age_restricted', 'coming_soon', 'no_video', 'outside_iran'].includes(reason)
}

function toCome(viewer: ActionViewer): PrimaryAction {
  const isChild = viewer.kind === 'member' && viewer.isChild
  return isChild ? { kind: 'blocked', why: 'coming_soon' } : { kind: 'remind' }
}

function ticketAction({ ticket }: ActionTitle): PrimaryAction {
  return ticket ? { kind: 'buy_ticket', ticket } : { kind: 'sign_in' }
}

function playbackOf(title: ActionTitle, { progress, next_episode: next }: Member): PrimaryAction {
  if (title.kind === 'live' || !progress) return startOf(title)
  if (title.kind === 'series') {
    if (!next) return { kind: 'watch_again', play: title.first ?? title.short_id }
    const { short_id: play, ...position } = next
    return { kind: next.current_time > 0 ? 'resume_episode' : 'next_episode', play, ...position }
  }
  const { is_finished: isFinished, ...position } = progress
  const play = title.first ?? title.short_id
  if (isFinished)
    return title.kind === 'audio_book' ? startOf(title) : { kind: 'watch_again', play }
  return { kind: title.kind === 'audio_book' ? 'resume_listening' : 'resume', play, ...position }
}

const START = {
  film: 'play',
  series: 'play_first',
  live: 'play_live',
  audio_book: 'listen',
} as const satisfies Record<ActionTitle['kind'], PrimaryAction['kind']>

function startOf({ kind, first, short_id }: ActionTitle): PrimaryAction {
  return { kind: START[kind], play: first ?? short_id }
}

/**
 * Returns the facts for a card or a page. A series is played by its own id: the player begins with its first episode. A
 * collection plays its first title, so the viewer's access and progress are those of that title.
 */
export function toActionTitle(card: ContentCard | Content): ActionTitle {
  const first = 'seasons' in card ? firstPlayable(card) : isPlayable(card) ? card : undefined
  const { flag, ticket } = first ?? card
  const { id, short_id, slug } = card
  return {
    short_id,
    slug,
    id: card.type === 'video_content_list' ? (first?.id ?? id) : id,
    kind: kindOf(card),
    first: first?.short_id ?? null,
    isFree: flag.includes('free_content'),
    isForCarrier: flag.includes('carrier_specific'),
    needsTicket: flag.includes('content_has_ticket'),
    ticket: ticket ?? card.ticket ?? null,
  }
}

function kindOf({ type, flag }: Pick<ContentCard, 'type' | 'flag'>): ActionTitle['kind'] {
  if (flag.includes('live')) return 'live'
  if (flag.includes('audio_book')) return 'audio_book'
  return mediaKind(type) === 'tv_show' && type !== 'episode' ? 'series' : 'film'
}
