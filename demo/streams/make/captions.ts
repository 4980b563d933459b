import { webVttTime } from '#src/service/watching/ingest/playlists.ts'

/** The narration of the demo title in both languages, one line every four seconds. */
export const NARRATION = {
  fa: [
    'سپیده هنوز نزده بود که راه افتادیم.',
    'پدربزرگ می‌گفت: «کوه، عجله را دوست ندارد.»',
    'ما ۴ نفر بودیم؛ با یک نقشهٔ کهنه (و یک فلاسک چای).',
    'او گفت: «Hello دوست من!» و رفت.',
    'خورشید که بالا آمد، دره پر از نور شد.',
    'آیا صدای رودخانه را می‌شنوید؟',
    'ظهر به چشمه رسیدیم و کنارش نشستیم.',
    'نقشه می‌گفت تا قله ۱٬۲۰۰ متر مانده است.',
    'هیچ‌کس حرفی نزد؛ باد به جای همه حرف می‌زد.',
    'از آن بالا، شهر مثل یک خط باریک بود.',
    'شب، زودتر از آنچه فکر می‌کردیم رسید.',
    'ستاره‌ها را نمی‌شد شمرد...',
    'پدربزرگ پرسید: «حالا فهمیدید چرا آمدیم؟»',
    'فهمیده بودیم.',
    'از آن سفر، سال‌ها می‌گذرد.',
    'کوه هنوز همان‌جاست.',
  ],
  en: [
    'We set out before the first light.',
    'Grandfather used to say: “A mountain dislikes a hurry.”',
    'There were 4 of us, one old map (and a flask of tea).',
    'He said: “Hello, my friend!” and left.',
    'When the sun rose, the valley filled with light.',
    'Can you hear the river?',
    'By noon we reached the spring and sat beside it.',
    'The map said the summit was 1,200 metres away.',
    'Nobody spoke; the wind spoke for us all.',
    'From up there the city was one thin line.',
    'Night came sooner than we thought.',
    'There was no counting the stars...',
    'Grandfather asked: “Now do you see why we came?”',
    'We did.',
    'Years have gone by since that journey.',
    'The mountain is still there.',
  ],
}

export type Language = keyof typeof NARRATION

/** Returns a WebVTT file whose n-th line is shown from 4n+1 to 4n+3.9 seconds. */
export function captionsFile(lines: string[]) {
  const cues = lines.map((line, index) => {
    const start = index * 4 + 1
    return `${webVttTime(start)} --> ${webVttTime(start + 2.9)}\n${line}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}
