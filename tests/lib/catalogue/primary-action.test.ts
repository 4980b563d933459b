import { describe, expect, test } from 'vitest'
import { ACCESS_REASONS, type AccessReason } from '#src/contract/access.ts'
import type { Content, Flag } from '#src/contract/content.ts'
import {
  type ActionTitle,
  type ActionViewer,
  primaryAction,
  toActionTitle,
} from '#src/lib/catalogue/primary-action.ts'
import { actionView } from '#src/lib/catalogue/primary-action-view.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { decideAccess, NO_ENTITLEMENTS } from '#src/service/accounts/access/decision.ts'
import { aCard, aContent } from '#tests/support/cards.ts'

const TICKET = { short_id: 'aB3dE5f', price: 400_000, vat: 40_000, total: 440_000, valid_hours: 48 }
const NOW = new Date('2026-11-23T12:00:00+03:30')
const YESTERDAY = new Date('2026-11-22T20:00:00+03:30')
const VISITOR: ActionViewer = { kind: 'visitor' }
const HALF = { current_time: 3_000, duration: 6_000, is_finished: false }
const DONE = { current_time: 5_900, duration: 6_000, is_finished: true }
const FOURTH = { short_id: 'ePiS0d4', season: 1, number: 4, current_time: 600, duration: 2_400 }

function member(said: Partial<Extract<ActionViewer, { kind: 'member' }>> = {}): ActionViewer {
  return {
    kind: 'member',
    isChild: false,
    endedAt: null,
    access_reason: null,
    progress: null,
    next_episode: null,
    ...said,
  }
}
const film = (flag: Flag[] = ['playable']) =>
  toActionTitle(aContent({ flag, ticket: flag.includes('content_has_ticket') ? TICKET : null }))
const episodes = [1, 2].map(number =>
  aCard({ type: 'episode', short_id: `ePiS0d${number}`, episode: { season: 1, number } }),
)
const seasonOf = (parts: typeof episodes): Content['seasons'] => [
  { id: 's1', number: 1, title: '', year: null, episodes: parts },
]
const series = toActionTitle(aContent({ type: 'series', seasons: seasonOf(episodes) }))
const kindOf = (title: ActionTitle, viewer: ActionViewer) => {
  const action = primaryAction(title, viewer)
  return action.kind === 'blocked' ? `blocked: ${action.why}` : action.kind
}

describe('the primary action for every state', () => {
  const titles = {
    film: film(),
    free: film(['playable', 'free_content']),
    ticket: film(['playable', 'content_has_ticket']),
    carrier: film(['playable', 'carrier_specific']),
    audio: film(['playable', 'audio_book']),
    live: film(['playable', 'live']),
    series,
    toCome: film(['coming_soon']),
  }
  const ended = { endedAt: YESTERDAY }
  const viewers = {
    visitor: VISITOR,
    allowed: member(),
    half: member({ progress: HALF }),
    done: member({ progress: DONE }),
    inSeries: member({ progress: HALF, next_episode: FOURTH }),
    afterEpisode: member({ progress: DONE, next_episode: { ...FOURTH, current_time: 0 } }),
    noProfile: member({ access_reason: 'profile' }),
    never: member({ access_reason: 'subscription' }),
    expired: member({ access_reason: 'subscription', ...ended }),
    child: member({ access_reason: 'subscription', isChild: true }),
    needsTicket: member({ access_reason: 'ticket', ...ended }),
    childTicket: member({ access_reason: 'ticket', isChild: true }),
    noCarrier: member({ access_reason: 'carrier' }),
    abroad: member({ access_reason: 'outside_iran' }),
    tooYoung: member({ access_reason: 'age_restricted', isChild: true }),
  }
  test.each<[keyof typeof titles, Partial<Record<keyof typeof viewers, string>>]>([
    [
      'film',
      {
        visitor: 'subscribe',
        allowed: 'play',
        half: 'resume',
        done: 'watch_again',
        noProfile: 'choose_profile',
        never: 'subscribe',
        expired: 'renew',
        child: 'blocked: ask_adult',
        abroad: 'blocked: outside_iran',
        tooYoung: 'blocked: age',
      },
    ],
    ['free', { visitor: 'play', allowed: 'play', half: 'resume', abroad: 'blocked: outside_iran' }],
    [
      'ticket',
      {
        visitor: 'buy_ticket',
        needsTicket: 'buy_ticket',
        childTicket: 'blocked: ask_adult',
        allowed: 'play',
        half: 'resume',
        noProfile: 'choose_profile',
      },
    ],
    ['carrier', { visitor: 'sign_in', noCarrier: 'blocked: carrier', allowed: 'play' }],
    [
      'audio',
      { visitor: 'subscribe', allowed: 'listen', half: 'resume_listening', done: 'listen' },
    ],
    ['live', { visitor: 'subscribe', allowed: 'play_live', half: 'play_live', expired: 'renew' }],
    [
      'series',
      {
        visitor: 'subscribe',
        allowed: 'play_first',
        inSeries: 'resume_episode',
        afterEpisode: 'next_episode',
        done: 'watch_again',
        expired: 'renew',
      },
    ],
    [
      'toCome',
      {
        visitor: 'remind',
        allowed: 'remind',
        expired: 'remind',
        needsTicket: 'remind',
        child: 'blocked: coming_soon',
      },
    ],
  ])('%s', (name, expected) => {
    for (const [viewer, kind] of Object.entries(expected))
      expect(kindOf(titles[name], viewers[viewer as keyof typeof viewers]), viewer).toBe(kind)
  })
})

describe('the primary action agrees with who may play', () => {
  const PLAYS = /^(play|listen|resume|watch_again|next_episode)/
  const choices = (flag: Flag): Flag[][] => [[], [flag]]
  const flagSets = choices('free_content').flatMap(free =>
    choices('carrier_specific').flatMap(carrier =>
      choices('content_has_ticket').map((ticket): Flag[] => [
        'playable',
        ...free,
        ...carrier,
        ...ticket,
      ]),
    ),
  )
  const title = (flags: Flag[]) => ({ flags, ageLimit: null, hasVideo: true, sellsTicket: true })
  const bools = [false, true]

  test('a visitor is offered to play exactly what a visitor may play', () => {
    for (const flags of flagSets) {
      const subject = { kind: 'visitor' as const, maxAge: null, region: 'iran' as const }
      const { play } = decideAccess(title(flags), NO_ENTITLEMENTS, subject)
      expect(PLAYS.test(kindOf(film(flags), VISITOR)), flags.join()).toBe(play === null)
    }
  })

  test('every other viewer is, too, whatever they own and wherever they are', () => {
    for (const flags of flagSets)
      for (const subscription of bools)
        for (const carrier of bools)
          for (const ticket of bools)
            for (const kind of ['user', 'profile'] as const)
              for (const region of ['iran', 'abroad'] as const) {
                const subject = { kind, maxAge: null, region }
                const owned = { subscription, carrier, ticket }
                const { play } = decideAccess(title(flags), owned, subject)
                const shown = kindOf(film(flags), member({ access_reason: play }))
                expect(PLAYS.test(shown), `${flags} ${play}`).toBe(play === null)
              }
  })

  test('a title that cannot be played yet never links to the player', () => {
    for (const reason of [null, ...ACCESS_REASONS] as Array<AccessReason | null>)
      for (const isChild of bools)
        for (const flag of [['playable', 'coming_soon'], []] as Flag[][]) {
          const shown = kindOf(film(flag), member({ access_reason: reason, isChild }))
          expect(PLAYS.test(shown), `${reason}`).toBe(false)
        }
  })

  test('a child is never linked to a purchase or a reminder', () => {
    for (const reason of [null, ...ACCESS_REASONS] as Array<AccessReason | null>)
      for (const flags of flagSets) {
        const shown = kindOf(film(flags), member({ access_reason: reason, isChild: true }))
        expect(shown, `${reason}`).not.toMatch(/buy_ticket|subscribe|renew/)
      }
  })
})

test('the action plays the film, the first playable episode or the first title of a collection', () => {
  const toCome = aCard({ type: 'episode', short_id: 'toCome1', flag: [] })
  const started = aContent({ type: 'series', seasons: seasonOf([toCome, ...episodes]) })
  expect(primaryAction(toActionTitle(started), member())).toMatchObject({ play: 'ePiS0d1' })
  expect(toActionTitle(aContent({ type: 'series', seasons: [] })).first).toBeNull()
  expect(toActionTitle(aContent({ type: 'series', seasons: seasonOf([toCome]) })).first).toBeNull()
  const items = [aCard({ short_id: 'toCome1', flag: [] }), aCard({ id: 'i2', short_id: 'iTem222' })]
  const collection = toActionTitle(aContent({ type: 'video_content_list', flag: [], items }))
  expect(collection).toMatchObject({ id: 'i2', first: 'iTem222', kind: 'film' })
  expect(primaryAction(collection, member())).toMatchObject({ kind: 'play', play: 'iTem222' })
  expect(toActionTitle(aCard({ type: 'series', short_id: 'sErIeS1' })).first).toBe('sErIeS1')
})

test('a free first episode of a series plays for everybody', () => {
  const [first, second] = episodes.map(part => ({ ...part }))
  if (!first || !second) throw new Error('no episodes')
  first.flag = ['playable', 'free_content']
  const title = toActionTitle(aContent({ type: 'series', seasons: seasonOf([first, second]) }))
  expect(kindOf(title, VISITOR)).toBe('play_first')
  expect(kindOf(title, member({ access_reason: 'subscription' }))).toBe('play_first')
  expect(kindOf(title, member({ access_reason: 'outside_iran' }))).toBe('blocked: outside_iran')
})

describe('without a subscription, a series with a free first episode', () => {
  const free = aCard({
    type: 'episode',
    short_id: 'ePiS0d1',
    flag: ['playable', 'free_content'],
    episode: { season: 1, number: 1 },
  })
  const later = episodes.slice(1)
  const title = toActionTitle(aContent({ type: 'series', seasons: seasonOf([free, ...later]) }))
  const first = { ...FOURTH, short_id: 'ePiS0d1', number: 1 }
  const watching = { progress: HALF, next_episode: first }

  test.each([
    ['before it', {}, 'play_first'],
    ['within it', watching, 'resume_episode'],
    ['after it', { progress: DONE, next_episode: { ...FOURTH, current_time: 0 } }, 'subscribe'],
    ['within another', { progress: HALF, next_episode: FOURTH }, 'subscribe'],
    ['after the last', { progress: DONE }, 'subscribe'],
    ['after it and a subscription', { progress: DONE, endedAt: YESTERDAY }, 'renew'],
    ['within it, abroad', { ...watching, access_reason: 'outside_iran' }, 'blocked: outside_iran'],
    ['within it, as a child', { ...watching, isChild: true }, 'resume_episode'],
    ['after it, as a child', { progress: DONE, isChild: true }, 'blocked: ask_adult'],
  ] as const)('%s', (_, said, kind) => {
    expect(kindOf(title, member({ access_reason: 'subscription', ...said }))).toBe(kind)
  })

  test('resumes at the last position of the viewer', () => {
    const viewer = member({ access_reason: 'subscription', ...watching })
    expect(primaryAction(title, viewer)).toMatchObject({ play: 'ePiS0d1', current_time: 600 })
  })
})

test('an episode of a series that needs a ticket is sold as the series', () => {
  const episode = aContent({
    type: 'episode',
    flag: ['playable', 'content_has_ticket'],
    ticket: { ...TICKET, short_id: 'sErIeS1' },
  })
  const title = toActionTitle(episode)
  const view = actionView(primaryAction(title, VISITOR), title, getT('en'), { now: NOW })
  expect(view.href).toBe('/en/cinema-online/ticket/sErIeS1')
})

describe('the label of the action', () => {
  const view = (title: ActionTitle, viewer: ActionViewer, language: 'fa' | 'en' = 'en') =>
    actionView(primaryAction(title, viewer), title, getT(language), { now: NOW })

  test('shows the price of a ticket', () => {
    const title = film(['playable', 'content_has_ticket'])
    expect(view(title, VISITOR, 'fa')).toMatchObject({
      text: 'خرید بلیت\u00a0·\u00a0۴۴٬۰۰۰ تومان',
      href: '/cinema-online/ticket/aB3dE5f',
      isForAdults: true,
    })
    expect(view(title, VISITOR).text).toBe('Buy a ticket\u00a0·\u00a044,000 tomans')
  })

  test('says that a subscription ended yesterday, and returns to the film after the payment', () => {
    const expired = member({ access_reason: 'subscription', endedAt: YESTERDAY })
    expect(view(film(), expired, 'fa')).toMatchObject({
      kind: 'renew',
      note: 'اشتراک شما دیروز تمام شد.',
      href: '/packages?redirect=%2Fplay%2FaB3dE5f',
    })
    expect(view(film(), expired).note).toBe('Your subscription ended yesterday.')
    const longAgo = member({ access_reason: 'subscription', endedAt: new Date('2025-01-01') })
    expect(view(film(), longAgo).note).toBe('Your subscription has ended.')
    const never = member({ access_reason: 'subscription' })
    expect(view(film(), never)).toMatchObject({ kind: 'subscribe', note: null })
  })

  test('resumes a series at its season and episode, and says how much is left', () => {
    const watching = member({ progress: HALF, next_episode: FOURTH })
    expect(view(series, watching, 'fa')).toMatchObject({
      text: 'ادامه: فصل ۱، قسمت ۴',
      note: '۳۰ دقیقه مانده است',
      percent: 25,
      href: '/play/ePiS0d4',
    })
    const after = member({ progress: DONE, next_episode: { ...FOURTH, current_time: 0 } })
    expect(view(series, after)).toMatchObject({
      text: 'Watch season 1, episode 4',
      note: null,
      href: '/en/play/ePiS0d4',
    })
  })

  test('resumes a film and shows how much of it was watched', () => {
    expect(view(film(), member({ progress: HALF }))).toMatchObject({
      text: 'Resume',
      percent: 50,
      note: '50 minutes left',
      href: '/en/play/aB3dE5f',
    })
  })

  test('links to the reminder of an upcoming title, and to nothing for viewers who cannot get access', () => {
    const title = film(['coming_soon'])
    expect(view(title, VISITOR).href).toBe('/en/contents/aB3dE5f/باغ-بی-صدا#remind')
    expect(view(film(), member({ access_reason: 'outside_iran' })).href).toBeNull()
    const child = member({ access_reason: 'subscription', isChild: true })
    expect(view(film(), child, 'fa')).toMatchObject({ href: null, isForAdults: false })
  })

  test('exists for every kind in both languages', () => {
    for (const language of ['fa', 'en'] as const)
      for (const title of [film(), series, film(['playable', 'content_has_ticket']), film([])])
        for (const reason of [null, ...ACCESS_REASONS] as Array<AccessReason | null>)
          for (const isChild of [false, true])
            for (const progress of [null, HALF, DONE]) {
              const viewer = member({ access_reason: reason, isChild, progress })
              expect(view(title, viewer, language).text).not.toMatch(/^catalogue\.|^$/)
            }
  })
})

test.each([
  ['fa', 'خرید اشتراک و شنیدن', 'خرید اشتراک و تماشا'],
  ['en', 'Subscribe to listen', 'Subscribe to watch'],
] as const)('a book is listened to after a purchase, in %s', (language, ofBook, ofFilm) => {
  const textOf = (title: ActionTitle) =>
    actionView(primaryAction(title, VISITOR), title, getT(language), { now: NOW }).text
  expect(textOf(film(['playable', 'audio_book']))).toBe(ofBook)
  expect(textOf(film())).toBe(ofFilm)
})
