import type { Content, ContentCard, Credit } from '#src/contract/content.ts'

export function aCard(said: Partial<ContentCard> = {}): ContentCard {
  return {
    id: 'id',
    contentId: 'id',
    short_id: 'aB3dE5f',
    slug: 'باغ-بی-صدا',
    slugs: { fa: 'باغ-بی-صدا', en: 'the-quiet-orchard' },
    title: 'باغ بی‌صدا',
    sub_title: null,
    type: 'single_video',
    year: 2021,
    duration: '01:48:00',
    age_label: null,
    categories: [],
    poster_image: { path: '/media/pictures/p' },
    backdrop_image: { path: '/media/pictures/b' },
    rate_percentage: 88,
    imdb_rank_percent: 81,
    flag: ['playable'],
    ...said,
  }
}

export function aContent(said: Partial<Content> = {}): Content {
  return {
    ...aCard(),
    page_title: 'تماشای باغ بی‌صدا',
    summary: 'درخت‌ها همه‌چیز را شنیده‌اند.',
    seasons: [],
    video_files: { primary: { video_file_id: 'f', kind: 'vod' } },
    attribute_groups: [],
    credits: [],
    items: [],
    similar: [],
    comments_count: 0,
    votes_count: 20,
    ticket: null,
    audio_tracks: [],
    captions: [],
    published_at: '2026-03-21T10:00:00',
    available_at: null,
    updated_at: '2026-03-22T10:00:00',
    ...said,
  }
}

export function aCredit(role_slug: string, name = 'نام'): Credit {
  return {
    id: name,
    short_id: 'xY1',
    slug: 'نام',
    name,
    role: role_slug,
    role_slug,
    character: null,
    image: null,
  }
}
