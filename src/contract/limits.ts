/** Every number of section 9 of the specification, and those of sections 3 to 5. Times are in milliseconds unless the name has a unit. */

export const NOTIFICATION_MS = 3_000
export const NOTIFICATION_LONG_MS = 6_000 // spec §8: codes 40038 to 40040
export const NOTIFICATIONS_VISIBLE = 3
export const FADE_MS = 300
export const PROGRESS_DELAY_MS = 300
/** Time for which a pointer rests on a card before its trailer plays. */
export const TRAILER_PREVIEW_MS = 1_000
/** Time for which the hero shows a picture before its trailer plays. */
export const HERO_TRAILER_MS = 3_000
/** Time for which a pointer rests on a card, or the keyboard has focused it, before its panel grows. */
export const CARD_PANEL_MS = 350

export const PAGE_SIZE = 24
export const PAGE_SIZE_MAX = 100
/** Maximum number of titles in one call for access and state. */
export const MARKS_MAX = 100
export const POSTER_WIDTH = 300
export const AVATAR_WIDTH = 200
export const HEADER_HEIGHT = 56
export const BANNER_HEIGHT = 48
export const BANNER_HEIGHT_NARROW = 72
/** A separate constant, so that the boot script includes the number and not the object. */
export const BREAKPOINT_MD = 960
export const BREAKPOINTS = {
  xs: 480,
  sm: 600,
  md: BREAKPOINT_MD,
  lg: 1280,
  xl: 1920,
} as const

export const MAX_PROFILES = 3
export const MAX_DEVICES = 3
export const PIN_LENGTH = 4

export const ALERT_AGAIN_MINUTES = 720
export const BUY_BUTTON_DAYS = 5
export const SEARCH_MIN_LENGTH = 3
export const SEARCH_MAX_LENGTH = 200
export const SEARCH_DEBOUNCE_MS = 500

/** Titles that the search shows first: those that most users opened from it in the last `days`, at least `people` users. */
export const POPULAR_TITLES = { shown: 8, days: 7, people: 3 } as const

export const DATA_REFRESH_MS = 1_800_000
export const DATA_DEDUPE_MS = 300_000
/** Minimum time between revalidations on focus. The specification turns these off, so only tests/lib/layout/global-data.test.ts reads it. */
export const FOCUS_THROTTLE_MS = 600_000
export const REQUEST_TIMEOUT_MS = 120_000

export const AGE_LABELS = [3, 7, 12, 13, 15, 17, 18] as const
export const KID_AGES = [3, 7, 12, 15] as const
export const ADULT_AGE = 17
export const SORT_ORDERS = ['default', 'most_visited', 'best_selling', 'rate', 'latest'] as const
/** Number of days and titles of the row "top ten of the week". */
export const TOP_DAYS = 7
export const TOP_TITLES = 10
/** Personal rows of a profile's home page: titles similar to those watched last, and started series with new episodes. */
export const PERSONAL_ROW_KINDS = ['because', 'new_episodes'] as const
export const PERSONAL_ROWS = {
  /** Rows are computed this many seconds after a title was started, and again every few hours. */
  afterSeconds: 60,
  /** Rows are computed for profiles that watched something in this many days. */
  activeDays: 14,
  reasons: 2,
  /** A title is a reason after this many seconds, or after this share of its duration. */
  leastWatched: { seconds: 60, share: 0.05 },
  items: 12,
  /** Number of rows of the home page above them. */
  rowsAbove: 3,
  /** Minimum number of titles of a row. */
  least: { because: 3, new_episodes: 1 },
} as const
export const TYPE_FILTERS = ['single_video', 'video_content_list', 'series'] as const

export const VAT_PERCENT = 10
export const REFUND_HOURS = { from: 24, to: 72 } as const
export const CARD_COUNTRIES_MAX = 2
export const NUMBER_WORDS_DIGITS = 21

/** Limits of the service (§9.15 to §9.23). */
export const OTP = {
  length: 6,
  lifeSeconds: 120,
  resendSeconds: 60,
  tries: 5,
} as const
/** Limits of codes per hour. They are separate from OTP, because browsers do not need them. */
export const CODES_PER_HOUR = {
  /** Per number, for devices on which it never signed in: without a proof of work, and with one. A code that signs in is returned. */
  free: 1,
  number: 5,
  /** The same, but no code is returned: the maximum that one number can cost. */
  numberTotal: 10,
  /** Per number, for all devices on which it has signed in. */
  known: 5,
  /** Per IPv4 address or IPv6 /64: without a proof of work, and with one. */
  address: 20,
  addressWithProof: 300,
  /** Per IPv6 /56. */
  wideBits: 56,
  wide: 60,
  wideWithProof: 600,
} as const
/** Rounds per derivation and number of derivations of a proof of work: 1 to 3 seconds on a slow phone. */
export const PROOF_OF_WORK = {
  cost: 8_000,
  steps: { from: 300, range: 300 },
  lifeSeconds: 600,
} as const
/** Budgets for all messages together; the settings SMS_PER_… override them. */
export const SMS = {
  perMinute: 600,
  perHour: 6_000,
  perDay: 50_000,
  /** Share of a budget that sign-in codes and reminders may use. */
  share: { signIn: 0.9, reminder: 0.6 },
  /** Used share of a budget at which the log warns. */
  warnAt: 0.8,
  providerTimeoutMs: 5_000,
  /** Consecutive failures after which a provider is paused. */
  breakerFailures: 5,
  breakerPauseMs: 15_000,
} as const
export const PIN_TRIES = { tries: 5, seconds: 900 } as const
export const PASSWORD_TRIES = { tries: 5, seconds: 900 } as const
/**
 * Failed attempts per address, which thousands of a carrier's users may share. Beyond `free` each attempt needs a proof of work; beyond
 * `withProof` all are refused.
 */
export const ADDRESS_TRIES = {
  password: { name: 'password-address', free: 60, withProof: 600, seconds: 900 },
  television: { name: 'tv-start', free: 60, withProof: 600, seconds: 3_600 },
} as const
/** Seconds after its expiry in which a partner's token still links an account, if a code was sent for it. */
export const PARTNER_LINK_SECONDS = 600
/** Forged, expired or used tokens of a partner per address; valid ones are not counted. */
export const PARTNER_FAILURES = { points: 60, seconds: 900 } as const
/** Known devices have their own counter of wrong passwords. */
export const KNOWN_DEVICE = { days: 400, numbers: 4 } as const
export const TV_CODE_TRIES = { tries: 5, seconds: 900, perAddress: 20 } as const
export const SESSION = { idleDays: 30, lifeDays: 180, seenEveryMinutes: 5 } as const
/** Time for which a sign-in or re-authentication by code or password is fresh. */
export const FRESH_SECONDS = 600
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
export const COMMENT = { min: 3, max: 1_000 } as const
/** Length in characters of a word for which comments are held for moderation. */
export const HELD_WORD = { min: 2, max: 90 } as const
export const SUPPORT_TICKET = { min: 3, max: 5_000, title: 120 } as const
export const BODY_BYTES = 65_536
export const LIMITED_TOKEN_SECONDS = 300
export const REMOTE_ACCESS = {
  lifeSeconds: 300,
  intervalSeconds: 5,
  codeLength: 6,
} as const
export const PLAYBACK = {
  leases: 3,
  heartbeatSeconds: 30,
  /** A heartbeat that failed is sent again after this many seconds. */
  heartbeatRetrySeconds: 10,
  leaseSeconds: 90,
  urlSeconds: 300,
  /** Minimum lifetime of a link to a media server, which does not know when a playback ends. The maximum is twice this, since links are shared. */
  mediaServerSeconds: 60,
  /** Interval at which the site checks whether the playback of a link is still running. */
  linkCheckSeconds: 10,
  /** Seconds for which links still work after their lease has expired, because timers of background pages are late. */
  linkGraceSeconds: 15,
  /** A receiver's link ends after so long; it ends with its lease before. */
  receiverSeconds: 21_600,
  /** A receiver may resume after a pause of up to this many seconds, if no other device took its slot. */
  receiverPauseSeconds: 600,
  /** Interval at which the requests of a receiver renew its lease and its right to play is checked again. */
  receiverCheckSeconds: 5,
  /** Another address may use a receiver's link after this many seconds without a request from the first one. */
  receiverQuietSeconds: 20,
} as const
/** Window in which viewers of a live channel may seek back. */
export const LIVE = { windowSeconds: 7_200 } as const
export const RECONCILE_MINUTES = 15
/**
 * Hours after opening its page in which a gateway may report a payment as paid. Zarinpal and Zibal publish no number. Others return
 * an unverified payment to the card after 15 to 30 minutes (Vandar 20, Zipay 30, Aqayepardakht 15), and Zarinpal's reversal ends
 * after 30: a day is far longer than all of them.
 */
export const BANK_HOURS = { zarinpal: 24, zibal: 24, other: 24 } as const
/** Timeout of calls to a bank. */
export const GATEWAY_TIMEOUT_MS = 10_000
/** Time in which an invoice can be paid and reserves its voucher. */
export const INVOICE_MINUTES = 30
/** Minimum payment in rials. Banks accept no smaller card payment, so a smaller total is granted free of charge. */
export const PAYMENT_MIN = 10_000
/** Maximum days of one carrier subscription grant. */
export const CARRIER_DAYS_MAX = 3_660
/** Maximum days that an operator grants at once. */
export const GRANT_DAYS_MAX = 3_660
/** Days from now after which a draft is published, unless an editor moves its day. */
export const DRAFT_DAYS = 365
/** Maximum characters of a reason that an operator notes. */
export const OPERATOR_REASON_MAX = 200
/** Maximum length: two parts of 20 characters and a hyphen. */
export const VOUCHER_LENGTH = 41
/** Example of a code. The text `validation.voucher` has the same one. */
export const VOUCHER_EXAMPLE = 'ABCD-EFGH'
export const VOUCHER_TRIES = { points: 10, seconds: 900 } as const
export const DIRECT_DEBIT = {
  /** Minutes until the bank voids an unverified contract. */
  verifyMinutes: 20,
  months: 12,
  noticeHours: 24,
  /** Hours between the debit and the end of the period. */
  chargeHours: 24,
  /** Retries after the first refused debit. */
  retryHours: [6, 24, 48],
} as const

/** Widths in pixels of each kind of picture, by format. src/lib/catalogue/picture.ts builds srcset from them. */
export const PICTURES = {
  poster: { avif: [POSTER_WIDTH / 2, POSTER_WIDTH, POSTER_WIDTH * 2], webp: [POSTER_WIDTH] },
  backdrop: { avif: [640, 1280, 1920], webp: [640] },
  portrait: { avif: [100, 200, 400], webp: [200] },
  avatar: { avif: [AVATAR_WIDTH / 2, AVATAR_WIDTH], webp: [AVATAR_WIDTH] },
  tile: { avif: [320, 640], webp: [320] },
} as const
export type PictureKind = keyof typeof PICTURES
/** Width divided by height. */
const POSTER_SHAPE = 2 / 3
export const PICTURE_SHAPES = {
  poster: POSTER_SHAPE,
  backdrop: 16 / 9,
  portrait: 1,
  avatar: 1,
  tile: 16 / 9,
} as const satisfies Record<PictureKind, number>
/**
 * Size of the `<img>` of a poster in CSS pixels, before the layout scales it. It does not read `PICTURE_SHAPES.poster`: a property
 * access might have a side effect, so the bundler would load this whole file on every page.
 */
export const POSTER_SIZE = { width: POSTER_WIDTH, height: POSTER_WIDTH / POSTER_SHAPE }
/**
 * Largest size in pixels of a stored lettering, whose shape is its own. The file is one WebP. It is not in PICTURES, which scripts of
 * catalogue pages load.
 */
export const LETTERING_BOX = { width: 720, height: 280 } as const
/** Size in pixels of link previews (Open Graph). Search engines require this width too. */
export const LINK_PICTURE = { width: 1_200, height: 630 } as const
