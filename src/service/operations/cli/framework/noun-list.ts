/**
 * Every noun of ./pardeh by group, with its line in `./pardeh help`. Each noun is a file in ../nouns; printing the list loads none of them.
 */
import type { Noun } from './noun.ts'

type NounGroup = { title: string; nouns: Readonly<Record<string, string>> }

export const NOUN_GROUPS: readonly NounGroup[] = [
  {
    title: 'Catalogue',
    nouns: {
      catalogue: 'Finds, shows, changes, exports and removes titles, artists and categories',
      import: 'Loads titles, artists and categories from a file',
      schedule: 'Sets when titles are published, can be played and are withdrawn',
    },
  },
  {
    title: 'Video',
    nouns: {
      ingest: 'Encodes a video or an audio book for a title',
      video: 'Lists, cancels and repeats the uploads of the console',
      captions: 'Adds, corrects and removes captions of an encoded title',
      live: 'Manages live channels, their recording and their guide',
      media: 'Copies pictures and streams to a bucket, and removes unused ones',
    },
  },
  {
    title: 'Home and pages',
    nouns: {
      home: 'Arranges the rows of the home page and of the kids page',
      message: 'Shows a system message on every page',
      survey: 'Creates surveys, ends them and shows their results',
      brand: 'Creates and checks the name, logo, colours and texts of the company',
    },
  },
  {
    title: 'Sales',
    nouns: {
      packages: 'Sets which subscriptions are on sale, and their prices',
      voucher: 'Creates, lists and revokes discount and gift codes',
      payments: 'Lists payments, refunds them and asks the bank about them',
      refunds: 'Lists refunds that must be paid by hand, and marks them as paid',
      report: 'Reports revenue, VAT, refunds, subscribers, cinema and vouchers',
    },
  },
  {
    title: 'People',
    nouns: {
      users: 'Shows, blocks, exports and erases users; extends and cancels subscriptions',
      retention: 'Deletes personal data whose storage period has ended',
    },
  },
  {
    title: 'Support and moderation',
    nouns: {
      support: 'Lists, shows, answers, assigns and closes support tickets',
      comments: 'Lists, hides and shows comments, and blocks users from commenting',
      staff: 'Invites members of the team to the console, and sets what they may do',
      audit: 'Shows what each member of the team did, and when',
    },
  },
  {
    title: 'Messages',
    nouns: {
      sms: 'Lists SMS messages that could not be sent, and sends them again',
      webhooks: 'Sends events to other systems, and shows their deliveries',
    },
  },
  {
    title: 'Operation',
    nouns: {
      doctor: 'Checks settings, servers, providers, disk and certificates',
      jobs: 'Lists background jobs, shows failed ones and runs them again',
      backup: 'Writes a backup of the database while the site runs',
      restore: 'Restores a backup into an empty database while the site is down',
      upgrade: 'Migrates the database to this version, after a backup',
      secret: 'Shows whether an earlier SECRET is still in use',
      networks: 'Builds and searches the list of countries and providers by IP address',
    },
  },
]

/** The summary of each noun, by name. */
export const NOUNS: ReadonlyMap<string, string> = new Map(
  NOUN_GROUPS.flatMap(({ nouns }) => Object.entries(nouns)),
)

/** Words that ./pardeh answers without loading a noun. */
export const OWN_WORDS: Readonly<Record<string, string>> = {
  help: 'Lists the nouns or the verbs of a noun, or shows the usage of a verb',
  completion: 'Prints the completion script for bash or zsh',
}

/** Loads the file of a noun. @param name one of the names in noun-list.ts */
export async function loadNoun(name: string): Promise<Noun> {
  const { default: noun } = (await import(`../nouns/${name}.ts`)) as { default: Noun }
  return noun
}
