/** A programme of an XMLTV file. */
export type GuideEntry = {
  start: string
  stop?: string
  fa?: string
  en?: string
  channel?: string
}
const entry = ({ start, stop, fa, en, channel = 'one' }: GuideEntry) =>
  [
    `<programme start="${start}"${stop ? ` stop="${stop}"` : ''} channel="${channel}">`,
    ...(fa ? [`<title lang="fa">${fa}</title>`] : []),
    ...(en ? [`<title lang="en-GB">${en}</title><desc lang="en">About ${en}</desc>`] : []),
    '<title lang="de">Deutsch</title><category lang="fa">خبر</category></programme>',
  ].join('')
export const aGuide = (...entries: GuideEntry[]) =>
  `<?xml version="1.0"?><tv>${entries.map(entry).join('')}</tv>`

/** Four programmes around noon of the first day of 1405. */
export const GUIDE_OF_A_DAY: GuideEntry[] = [
  { start: '20260321123000 +0330', stop: '20260321133000 +0330', fa: 'اخبار نیمروز', en: 'News' },
  { start: '20260321100000 +0000', stop: '20260321110000 +0000', fa: 'مستند' },
  { start: '20260321143000 +0330', stop: '20260321160000 +0330', en: 'Film' },
  { start: '20260322230000 +0330', stop: '20260322233000 +0330', fa: 'فردا' },
]
