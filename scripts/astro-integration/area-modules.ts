import type { Group } from './chunk-groups.ts'

/** Modules that the pages of an area share. */
export const AREAS: readonly Group[] = [
  // First steps of sign-in and one-time codes.
  {
    name: 'codes',
    priority: 1,
    modules: [
      '/src/lib/session/device.ts',
      '/src/lib/session/proof-of-work.ts',
      '/src/islands/session/texts.ts',
      '/src/islands/session/StepHead.tsx',
      '/src/islands/session/RulesLink.tsx',
      '/src/islands/ui/ProofProgress.tsx',
    ],
  },
  // Further steps of them.
  {
    name: 'code-forms',
    priority: 1,
    modules: [
      '/src/lib/session/sms-code.store.ts',
      '/src/islands/session/DeviceLimit.tsx',
      '/src/islands/ui/CodeInput.tsx',
      '/src/islands/ui/DeviceLine.tsx',
      '/src/islands/ui/ResendCode.tsx',
      '/src/islands/ui/SmsCodeForm.tsx',
      '/src/islands/ui/use-sms-code.ts',
    ],
  },
  // Lists of titles. Only the account uses the second group.
  {
    name: 'cards',
    priority: 2,
    modules: [
      '/src/lib/catalogue/card.ts',
      '/src/lib/catalogue/picture.ts',
      '/src/lib/catalogue/title-tile.ts',
      '/src/lib/catalogue/year.ts',
      '/src/lib/library/continue-watching.ts',
      '/src/islands/library/ContinueWatchingCard.tsx',
      '/src/islands/library/use-optimistic-removal.ts',
      '/src/islands/ui/Picture.tsx',
      '/src/islands/ui/SmallPoster.tsx',
      '/src/islands/ui/TitleTile.tsx',
      '/src/lib/text/romanise.ts',
    ],
  },
  {
    name: 'lists',
    priority: 1,
    modules: [
      '/src/islands/library/BookmarkList.tsx',
      '/src/islands/library/ContinueList.tsx',
      '/src/islands/library/HistoryList.tsx',
      '/src/islands/library/PagedList.tsx',
    ],
  },
  {
    name: 'checkout-fa',
    priority: 1,
    modules: ['/src/lib/i18n/locales/fa/checkout.json', '/src/lib/i18n/locales/fa/cinema.json'],
  },
  {
    name: 'checkout-en',
    priority: 1,
    modules: ['/src/lib/i18n/locales/en/checkout.json', '/src/lib/i18n/locales/en/cinema.json'],
  },
  {
    name: 'purchase',
    priority: 1,
    modules: [
      '/src/lib/checkout/packages.ts',
      '/src/lib/checkout/pay.ts',
      '/src/islands/checkout/Amounts.tsx',
      '/src/islands/checkout/Gateways.tsx',
      '/src/islands/checkout/Problem.tsx',
      '/src/islands/checkout/VoucherField.tsx',
      '/src/islands/checkout/use-page-exit.ts',
      '/src/islands/checkout/use-priced-order.ts',
    ],
  },
  // The form of a profile, for its page and for /user/edit.
  {
    name: 'profile',
    priority: 1,
    modules: [
      '/src/islands/profiles/ProfileFields.tsx',
      '/src/islands/ui/BirthdayPicker.tsx',
      '/src/lib/text/jalali.ts',
      '/src/lib/text/months.ts',
    ],
  },
  // The account popup in the header and its page.
  {
    name: 'account',
    priority: 1,
    modules: [
      '/src/islands/account/AccountLogout.tsx',
      '/src/islands/account/AccountMenuPage.tsx',
      '/src/islands/account/AccountProfiles.tsx',
      '/src/islands/account/Carrier.tsx',
      '/src/islands/account/LogoutDialog.tsx',
      '/src/islands/account/SignOut.tsx',
      '/src/islands/account/ProfileSwitcher.tsx',
      '/src/islands/account/texts.ts',
      '/src/islands/profiles/texts.ts',
      '/src/islands/profiles/ProfileTile.tsx',
    ],
  },
  {
    name: 'subscription',
    priority: 1,
    modules: [
      '/src/contract/endpoints/cinema.ts',
      '/src/islands/checkout/Contracts.tsx',
      '/src/islands/cinema/CinemaTickets.tsx',
      '/src/islands/account/Subscriptions.tsx',
    ],
  },
  // Actions of the buttons of a title.
  {
    name: 'content-actions',
    priority: 1,
    modules: [
      '/src/lib/library/bookmark.ts',
      '/src/lib/library/pending-action.ts',
      '/src/lib/library/share.ts',
    ],
  },
  // The engine of the player. Previews of trailers, pages whose controls load later and the audio-book bar use it too.
  {
    name: 'engine',
    priority: 2,
    modules: [
      '/src/contract/endpoints/player.ts',
      '/src/lib/player/create-engine.ts',
      '/src/lib/player/audio-book-player.ts',
      '/src/lib/player/media-session.ts',
      '/src/lib/listening/listening.ts',
    ],
  },
  // The rest of the player, except for the script that starts the stream first, and the screen of a locked title.
  {
    name: 'player',
    priority: 1,
    modules: [
      '/src/lib/player/',
      '/src/islands/player/',
      '/src/lib/i18n/locales/fa/player.json',
      '/src/lib/i18n/locales/en/player.json',
    ],
    except: [
      '/src/lib/player/preload.ts',
      '/src/lib/player/data-saver.ts?inlined',
      '/src/lib/player/lock-screen.ts',
      '/src/islands/player/LockScreen.tsx',
      '/src/lib/player/player-page.ts',
      '/src/islands/player/EpisodesPanel.tsx',
      '/src/islands/player/EpisodeRow.tsx',
      '/src/islands/player/SettingsPanel.tsx',
      '/src/islands/player/SettingsPages.tsx',
      '/src/islands/player/SettingsSummary.tsx',
      '/src/islands/player/CaptionPages.tsx',
      '/src/islands/player/SecondCaptionRows.tsx',
      '/src/islands/player/SecondCaptions.tsx',
      '/src/lib/player/second-captions.ts',
      // Only for audio books.
      '/src/islands/player/AudioBook.tsx',
      '/src/islands/player/AudioBookControls.tsx',
      '/src/islands/player/ChapterList.tsx',
      '/src/islands/player/MiniPlayer.tsx',
      '/src/islands/player/RateSelect.tsx',
      '/src/islands/player/SleepTimerSelect.tsx',
      '/src/lib/player/sleep-timer.ts',
      // AirPlay and Chromecast.
      '/src/lib/player/airplay.ts',
      '/src/lib/player/cast.ts',
      '/src/lib/player/cast-engine.ts',
      '/src/lib/player/cast-sdk.ts',
      '/src/lib/player/remote-playback.ts',
      '/src/islands/player/RemoteButton.tsx',
      '/src/islands/player/SignalNotice.tsx',
      '/src/islands/player/TouchGestures.tsx',
      '/src/lib/player/fingers.ts',
      '/src/lib/player/volume-support.ts',
      '/src/lib/player/diagnose-stall.ts',
      '/src/islands/player/ShortcutList.tsx',
      '/src/islands/player/MenuItems.tsx',
      '/src/islands/player/PlaybackDetails.tsx',
      '/src/lib/player/detail-rows.ts',
    ],
  },
  {
    name: 'support',
    priority: 1,
    modules: [
      '/src/contract/endpoints/support.ts',
      '/src/lib/support/',
      '/src/lib/forms/draft.ts',
      '/src/islands/support/SupportTicketItem.tsx',
      '/src/islands/support/texts.ts',
      '/src/islands/ui/TextArea.tsx',
      '/src/islands/ui/use-draft.ts',
    ],
  },
]
