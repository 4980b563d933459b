import { type Build, type Part, PatchError } from './patch.ts'

type Group = { name: string; priority: number; modules: readonly string[] }

/** Modules that pages share; left alone, each becomes a file of its own, and a page of islands has forty. */
export const GROUPS: readonly Group[] = [
  // What the boot script begins with, on every page. A group also takes what its modules import.
  {
    name: 'layout',
    priority: 5,
    modules: [
      'vite/preload-helper',
      '/src/lib/tv/tv.ts',
      '/src/lib/layout/account-area.browser.ts',
      '/src/lib/hydration/all-styles.browser.ts',
      '/src/contract/languages.ts',
      '/src/lib/session/profile.ts',
      '/src/lib/session/state.ts',
      '/src/lib/session/change-marker.ts',
      '/src/lib/notifications/flash-key.ts',
      '/src/lib/i18n/languages.ts',
    ],
  },
  // What signed-in viewers load on every page, and every island. The short numbers of a first visit are inlined.
  {
    name: 'session',
    priority: 4,
    modules: [
      '/src/contract/limits.ts',
      '/src/lib/session/session-sync',
      '/src/lib/session/guard',
      '/src/lib/session/session.store',
      '/src/lib/notifications/notifications.store',
      '/src/lib/checkout/subscription-alert',
      '/src/lib/layout/account-popup',
      '/src/lib/text/tehran.ts',
      '/src/lib/text/date.ts',
      '/src/lib/text/vocabulary.ts',
      '/nanostores/',
    ],
  },
  // Calls and texts: signed-in viewers load it to revalidate the session, so React is not in it.
  {
    name: 'app',
    priority: 3,
    modules: [
      '/src/contract/endpoint.ts',
      '/src/contract/endpoints/session.ts',
      '/src/contract/endpoints/profiles.ts',
      '/src/lib/api/',
      '/src/lib/forms/',
      '/src/lib/i18n/load.ts',
      '/src/lib/i18n/island-translate.ts',
      '/src/lib/i18n/translate.ts',
      '/src/lib/i18n/field-error.ts',
      '/src/lib/i18n/brand-name.ts',
      ...['fa', 'en'].flatMap(language =>
        ['common', 'failures', 'validation'].map(
          name => `/src/lib/i18n/locales/${language}/${name}.json`,
        ),
      ),
      '/src/lib/text/duration.ts',
      '/src/lib/routes.ts',
      '/node_modules/@nanostores/persistent/',
    ],
  },
  // React, and the controls of nearly every island.
  {
    name: 'react',
    priority: 2,
    modules: [
      '\0react-module:',
      '/node_modules/react/',
      '/node_modules/react-dom/',
      '/node_modules/scheduler/',
      '/node_modules/@nanostores/react/',
      '/node_modules/@astrojs/react/',
      '/src/islands/layout/Notifications.tsx',
      '/src/islands/layout/use-toast-focus.ts',
      '/src/islands/ui/Button.tsx',
      '/src/islands/ui/Dialog.tsx',
      '/src/islands/ui/EmptyState.tsx',
      '/src/islands/ui/ErrorState.tsx',
      '/src/islands/ui/Field.tsx',
      '/src/islands/ui/FieldFrame.tsx',
      '/src/islands/ui/Form.tsx',
      '/src/islands/ui/FormError.tsx',
      '/src/islands/ui/LoadMore.tsx',
      '/src/islands/ui/Select.tsx',
      '/src/islands/ui/Skeleton.tsx',
      '/src/islands/ui/Spinner.tsx',
      '/src/islands/ui/react-renderer.ts',
      '/src/islands/ui/use-async-action.ts',
      '/src/islands/ui/use-hydration-marker.ts',
      '/src/islands/ui/use-paged-list.ts',
      '/src/islands/ui/ReauthDialog.tsx',
      '/src/islands/ui/use-reauth.ts',
    ],
  },
  // What begins sign-in and one-time codes.
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
  // What goes on with them.
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
  // Lists of titles; the second group is the account's alone.
  {
    name: 'cards',
    priority: 2,
    modules: [
      '/src/contract/endpoints/library.ts',
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
    name: 'purchase',
    priority: 1,
    modules: [
      '/src/contract/endpoints/checkout.ts',
      '/src/lib/checkout/packages.ts',
      '/src/lib/checkout/pay.ts',
      '/src/lib/checkout/bank-logos.ts',
      '/src/islands/checkout/Amounts.tsx',
      '/src/islands/checkout/BankLogo.tsx',
      '/src/islands/checkout/Gateways.tsx',
      '/src/islands/checkout/Problem.tsx',
      '/src/islands/checkout/VoucherField.tsx',
      '/src/islands/checkout/use-page-exit.ts',
      '/src/islands/checkout/use-priced-order.ts',
    ],
  },
  {
    name: 'profile',
    priority: 1,
    modules: [
      '/src/lib/profiles/',
      '/src/islands/profiles/texts.ts',
      '/src/islands/profiles/ProfileFields.tsx',
      '/src/islands/profiles/ProfileTile.tsx',
      '/src/islands/ui/Avatar.tsx',
      '/src/islands/ui/BirthdayPicker.tsx',
      '/src/lib/text/jalali.ts',
      '/src/lib/text/months.ts',
    ],
  },
  // Of the popup in the header and of its page.
  {
    name: 'account',
    priority: 1,
    modules: [
      '/src/islands/account/Carrier.tsx',
      '/src/islands/account/LogoutDialog.tsx',
      '/src/islands/account/SignOut.tsx',
      '/src/islands/account/ProfileSwitcher.tsx',
      '/src/islands/account/texts.ts',
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

/** Fewer files on a first visit: one for what every page begins with, one for the session. */
export function chunkGroups({ command }: Build): Part {
  const groups = GROUPS.map(({ name, priority, modules }) => ({
    name,
    priority,
    test: (id: string) => modules.some(module => id.includes(module)),
  }))
  return {
    plugins: [
      {
        name: 'pardeh:chunk-groups',
        applyToEnvironment: ({ name }) => name === 'client' && command === 'build',
        generateBundle(_, bundle) {
          const chunks = Object.values(bundle).flatMap(({ type, name }) =>
            type === 'chunk' ? name : [],
          )
          verifyGroups(GROUPS, { ids: [...this.getModuleIds()], chunks })
        },
      },
    ],
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const rolldownOptions = { output: { codeSplitting: { groups } } }
        updateConfig({ vite: { environments: { client: { build: { rolldownOptions } } } } })
      },
    },
  }
}

/** @throws PatchError for a group without a chunk, and for a module of a group that the build does not have */
export function verifyGroups(
  groups: readonly Group[],
  { ids, chunks }: { ids: readonly string[]; chunks: readonly string[] },
): void {
  for (const { name, modules } of groups) {
    const missing = modules.find(module => !ids.some(id => id.includes(module)))
    if (missing)
      throw new PatchError({
        patch: 'chunk-groups',
        expected: `a module ${missing} of the group "${name}"`,
        file: "the client's modules",
      })
    if (!chunks.includes(name))
      throw new PatchError({
        patch: 'chunk-groups',
        expected: `a chunk "${name}", made by the option output.codeSplitting.groups`,
        file: 'rolldown/dist/index.mjs',
      })
  }
}
