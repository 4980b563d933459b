/** Rules of RFC 8216 and of Apple's HLS Authoring Specification that the streams of ingest must follow. */
import HlsParser from 'hls-parser'
import {
  type Files,
  fragmentsOf,
  type HlsStream,
  type Media,
  measured,
  parseStream,
  picturesIn,
  secondsOf,
  soundsIn,
  type Tag,
} from './hls-stream.ts'

// Strict mode turns the parser's warnings into errors.
HlsParser.setOptions({ strictMode: true })

type Rule = (stream: HlsStream, files: Files) => string[]

/** Maximum share by which a measured bit rate may exceed the declared one: Apple's 9.10 and 9.11. */
const TOLERATED_SHARE = 0.1
const TOLERATED_SECONDS = 0.05
/** Maximum long side of the first rendition in pixels. Apple's 9.16 recommends 2 Mbit/s for Wi-Fi; a picture of this size needs less. */
const START_LONG_SIDE = 854

const required = ['BANDWIDTH', 'AVERAGE-BANDWIDTH', 'CODECS', 'RESOLUTION'] as const
const sound = ({ media }: HlsStream) => media.filter(it => it.attributes.TYPE === 'AUDIO')
/** Returns the sound of the group that a variant names. */
const soundOf = (stream: HlsStream, { attributes }: Tag) =>
  sound(stream).filter(it => it.attributes['GROUP-ID'] === attributes.AUDIO)
const texts = ({ media }: HlsStream) => media.filter(it => it.attributes.TYPE === 'SUBTITLES')
const listOf = (...tags: Tag[][]): Media[] =>
  tags.flat().flatMap(it => (it.media ? [it.media] : []))
const all = (stream: HlsStream) => listOf(stream.variants, stream.media, stream.iFrames)
const fault = (isFault: boolean, text: string) => (isFault ? [text] : [])
const differs = (said: number, real: number) =>
  Math.abs(said - real) > Math.max(real * TOLERATED_SHARE, 1)

export const RULES = {
  'every playlist can be parsed': (_, files) =>
    [...files].flatMap(([path, bytes]) => {
      if (!path.endsWith('.m3u8')) return []
      try {
        HlsParser.parse(bytes.toString())
        return []
      } catch (error) {
        return [`${path}: ${error}`]
      }
    }),
  'no segment is longer than the target duration': stream =>
    all(stream).flatMap(({ path, target, segments }) =>
      segments.flatMap(({ seconds, file }) =>
        fault(!(Math.round(seconds) <= target), `${path}: ${file} lasts ${seconds}`),
      ),
    ),
  'pictures and sounds have one target duration': stream => {
    const targets = listOf(stream.variants, sound(stream)).map(({ target }) => target)
    return fault(new Set(targets).size > 1, targets.join(', '))
  },
  'segments of the variants begin together': ({ variants }) => {
    const [first, ...others] = listOf(variants).map(boundaries)
    return others.flatMap(other =>
      fault(
        other.length !== first?.length ||
          other.some((at, index) => Math.abs(at - (first[index] ?? 0)) > TOLERATED_SECONDS),
        `${first} and ${other}`,
      ),
    )
  },
  'segments begin when their playlist says': stream =>
    listOf(stream.variants, sound(stream)).flatMap(media => {
      const starts = media.segments.map(segment => startOf(media, segment))
      const said = [0, ...boundaries(media)]
      return starts.flatMap((at, index) =>
        fault(
          !(Math.abs(at - (starts[0] ?? 0) - (said[index] ?? 0)) <= TOLERATED_SECONDS),
          `${media.path}: ${media.segments[index]?.file} begins at ${at}`,
        ),
      )
    }),
  'every playlist is of version 7, whole, and says that it is': stream =>
    all(stream).flatMap(({ path, text }) =>
      ['#EXT-X-VERSION:7', '#EXT-X-PLAYLIST-TYPE:VOD', '#EXT-X-ENDLIST', '#EXTM3U'].flatMap(tag =>
        fault(!text.split('\n').includes(tag), `${path} has no ${tag}`),
      ),
    ),
  'segments of pictures can be decoded alone': stream => [
    ...fault(!stream.master.includes('\n#EXT-X-INDEPENDENT-SEGMENTS\n'), 'the tag is missing'),
    ...listOf(stream.variants).flatMap(({ segments, init }) =>
      segments.flatMap(segment =>
        fault(!(init && fragmentsOf(segment, init)[0]?.isSync), segment.file),
      ),
    ),
  ],
  'every variant has its attributes': ({ variants, iFrames }) => [
    ...fault(variants.length === 0, 'there is no variant'),
    ...[...variants, ...iFrames].flatMap(({ attributes }) =>
      required.flatMap(name => fault(!attributes[name], `${name} is missing`)),
    ),
    ...variants.flatMap(({ attributes }) =>
      ['FRAME-RATE', 'CLOSED-CAPTIONS'].flatMap(name =>
        fault(!attributes[name], `${name} is missing`),
      ),
    ),
  ],
  'bandwidths are those of the segments': stream => [
    ...stream.variants.flatMap(tag => wrongBandwidths(tag, heaviest(listOf(soundOf(stream, tag))))),
    ...stream.iFrames.flatMap(tag => wrongBandwidths(tag, { peak: 0, average: 0 })),
  ],
  'codecs are those of the segments': stream => {
    return [...stream.variants, ...stream.iFrames].flatMap(tag => {
      const codec = tag.media?.init && picturesIn(tag.media.init)?.codec
      const audio = listOf(soundOf(stream, tag)).map(({ init }) => init && soundsIn(init)?.codec)
      const real = [codec, ...new Set(audio)].join(',')
      return fault(tag.attributes.CODECS !== real, `${tag.attributes.CODECS}, and it is ${real}`)
    })
  },
  'resolutions are those of the segments': ({ variants, iFrames }) =>
    [...variants, ...iFrames].flatMap(({ attributes, media }) => {
      const real = media?.init && picturesIn(media.init)?.size
      return fault(attributes.RESOLUTION !== real, `${attributes.RESOLUTION}, and it is ${real}`)
    }),
  'video ranges are those of the segments, and said of all where there is more than one': ({
    variants,
    iFrames,
  }) => {
    const tags = [...variants, ...iFrames]
    const real = tags.map(({ media }) => (media?.init && picturesIn(media.init)?.range) ?? 'none')
    const isSaid = new Set(real).size > 1
    return tags.flatMap(({ attributes: { 'VIDEO-RANGE': said = isSaid ? 'none' : 'SDR' } }, at) =>
      fault(said !== real[at], `${said}, and it is ${real[at]}`),
    )
  },
  'channels are those of the segments': stream =>
    sound(stream).flatMap(({ attributes: { CHANNELS, NAME }, media }) => {
      const real = media?.init && soundsIn(media.init)?.channels
      return fault(CHANNELS !== `${real}`, `${NAME} has ${CHANNELS}, and it is ${real}`)
    }),
  'variants that every device plays come first': ({ variants }) => {
    const codecs = variants.map(({ attributes: { CODECS = '' } }) => CODECS)
    const ranks = codecs.map(
      it => (/,(?!mp4a\.40\.2)/.test(it) ? 2 : 0) + (it.startsWith('avc1.') ? 0 : 1),
    )
    const bySize = Map.groupBy(variants, ({ attributes }) => attributes.RESOLUTION)
    return [
      ...fault(ranks.join() !== ranks.toSorted().join(), codecs.join(' ')),
      ...[...bySize].flatMap(([size, tags]) =>
        fault(!tags.some(it => it.attributes.CODECS?.startsWith('avc1.')), `${size} has no H.264`),
      ),
    ]
  },
  'frame rates are those of the segments': ({ variants }) =>
    variants.flatMap(({ attributes, media }) => {
      const { init, segments } = media ?? { init: null, segments: [] }
      const pictures = segments.flatMap(it => (init ? fragmentsOf(it, init) : []))
      const real =
        pictures.reduce((sum, { count }) => sum + count, 0) / (media ? secondsOf(media) : 1)
      const said = Number(attributes['FRAME-RATE'])
      return fault(!(Math.abs(said - real) <= real * 0.01), `${said}, and it is ${real}`)
    }),
  'a group has one default, which is selected automatically': stream =>
    groupsOf(stream).flatMap(tags => {
      const defaults = tags.filter(({ attributes }) => attributes.DEFAULT === 'YES')
      const isAudio = tags[0]?.attributes.TYPE === 'AUDIO'
      return [
        ...fault(defaults.length > 1 || (isAudio && defaults.length === 0), `${defaults.length}`),
        ...defaults.flatMap(({ attributes }) =>
          fault(attributes.AUTOSELECT !== 'YES', `${attributes.NAME} is not`),
        ),
      ]
    }),
  'names differ in a group, and all groups have the same': stream => {
    const named = groupsOf(stream).map(tags => ({
      type: tags[0]?.attributes.TYPE,
      names: tags.map(({ attributes }) => attributes.NAME ?? ''),
    }))
    return named.flatMap(({ type, names }) => [
      ...fault(new Set(names).size < names.length || names.includes(''), names.join(', ')),
      ...named.flatMap(other =>
        fault(
          other.type === type && [...other.names].sort().join() !== [...names].sort().join(),
          `${names} and ${other.names}`,
        ),
      ),
    ])
  },
  'tracks of a special kind are never picked by default, and others of a language only once':
    stream =>
      groupsOf(stream).flatMap(tags => {
        const kinds = tags.map(
          ({ attributes: { LANGUAGE, CHARACTERISTICS, FORCED } }) =>
            `${LANGUAGE} ${CHARACTERISTICS} ${FORCED}`,
        )
        return [
          ...fault(new Set(kinds).size < kinds.length, kinds.join(', ')),
          ...tags.flatMap(({ attributes: { NAME, CHARACTERISTICS = '', DEFAULT, AUTOSELECT } }) => [
            ...fault(CHARACTERISTICS !== '' && DEFAULT === 'YES', `${NAME} is the default`),
            ...fault(
              CHARACTERISTICS.includes('accessibility') && AUTOSELECT !== 'YES',
              `${NAME} is not found by devices that ask for it`,
            ),
          ]),
        ]
      }),
  'languages are codes of BCP 47': ({ media }) =>
    media.flatMap(({ attributes: { LANGUAGE = '' } }) => {
      try {
        return fault(Intl.getCanonicalLocales(LANGUAGE)[0] !== LANGUAGE, LANGUAGE)
      } catch {
        return [`"${LANGUAGE}"`]
      }
    }),
  'every variant has all groups, and every group is there': ({ variants, media }) =>
    [
      ['AUDIO', 'AUDIO'],
      ['SUBTITLES', 'SUBTITLES'],
    ].flatMap(([name = '', type]) => {
      const there = new Set(
        media.flatMap(({ attributes }) =>
          attributes.TYPE === type ? [attributes['GROUP-ID']] : [],
        ),
      )
      return variants.flatMap(({ attributes }) =>
        fault(
          there.size > 0 ? !there.has(attributes[name]) : attributes[name] !== undefined,
          `${name}=${attributes[name]}`,
        ),
      )
    }),
  'playback starts with a rendition of middle size': ({ variants }) => {
    const sizes = variants.map(({ attributes }) => longSide(attributes.RESOLUTION))
    const fitting = sizes.filter(size => size <= START_LONG_SIDE)
    const best = fitting.length > 0 ? Math.max(...fitting) : Math.min(...sizes)
    return fault(sizes[0] !== best, `${sizes[0]}, and not ${best}`)
  },
  'captions are WebVTT, with the time of the pictures where that is not 0': stream => {
    const [video] = listOf(stream.variants)
    const [first] = video?.segments ?? []
    const start = video && first ? startOf(video, first) : 0
    return listOf(texts(stream)).flatMap(({ segments }) =>
      segments.flatMap(({ file, bytes }) => {
        const text = bytes.toString()
        const map = /^X-TIMESTAMP-MAP=(?=.*MPEGTS:(\d+))(?=.*LOCAL:00:00:00\.000)/m.exec(text)
        const said = Number(map?.[1] ?? 0) / 90_000
        return [
          ...fault(!/^\ufeff?WEBVTT[ \t]*\n/.test(text), `${file} is none`),
          ...fault(
            Math.abs(said - start) > 2 * TOLERATED_SECONDS,
            `${file}: ${said}, not ${start}`,
          ),
        ]
      }),
    )
  },
  'captions last as long as the pictures': stream => {
    const seconds = Math.max(...listOf(stream.variants).map(secondsOf))
    return listOf(texts(stream)).flatMap(media =>
      fault(secondsOf(media) < seconds - 1, `${media.path} lasts ${secondsOf(media)}`),
    )
  },
  'every variant has its pictures that stand alone': ({ variants, iFrames }) => {
    const key = ({ attributes: { RESOLUTION, CODECS = '' } }: Tag) =>
      `${RESOLUTION} ${CODECS.split(',')[0]}`
    const there = new Set(iFrames.map(key))
    return variants.flatMap(tag => fault(!there.has(key(tag)), `${key(tag)} has none`))
  },
  'a picture that stands alone is a fragment up to the end of a keyframe': ({ iFrames }) =>
    listOf(iFrames).flatMap(({ path, text, segments, init }) => [
      ...fault(!text.includes('\n#EXT-X-I-FRAMES-ONLY\n'), `${path} has no tag`),
      ...fault(segments.length === 0, `${path} is empty`),
      ...segments.flatMap(segment => {
        const [picture] = init ? fragmentsOf(segment, init) : []
        return fault(
          !picture?.isSync || segment.bytes.length !== picture.offset + picture.bytes,
          `${segment.file} at ${segment.offset}`,
        )
      }),
    ]),
} satisfies Record<string, Rule>

/** Returns each fault as `rule: description`. */
export function hlsFaults(files: Files): string[] {
  const stream = parseStream(files)
  const rules: [string, Rule][] = Object.entries(RULES)
  return rules.flatMap(([name, rule]) => rule(stream, files).map(text => `${name}: ${text}`))
}

/** Returns the end of each segment in seconds. */
function boundaries({ segments }: Media): number[] {
  let at = 0
  return segments.map(({ seconds }) => {
    at += seconds
    return at
  })
}

function startOf({ init }: Media, segment: Media['segments'][number]): number {
  return (init && fragmentsOf(segment, init)[0]?.at) ?? Number.NaN
}

function heaviest(media: readonly Media[]) {
  const rates = media.map(measured)
  return {
    peak: Math.max(0, ...rates.map(({ peak }) => peak)),
    average: Math.max(0, ...rates.map(({ average }) => average)),
  }
}

function wrongBandwidths({ attributes, media }: Tag, audio: ReturnType<typeof measured>) {
  const real = media ? measured(media) : { peak: 0, average: 0 }
  const [peak, average] = [real.peak + audio.peak, real.average + audio.average]
  return [
    ...fault(differs(Number(attributes.BANDWIDTH), peak), `${attributes.BANDWIDTH}, not ${peak}`),
    ...fault(
      differs(Number(attributes['AVERAGE-BANDWIDTH']), average),
      `${attributes['AVERAGE-BANDWIDTH']}, not ${average}`,
    ),
  ]
}

function groupsOf({ media }: HlsStream): Tag[][] {
  const key = ({ attributes }: Tag) => `${attributes.TYPE} ${attributes['GROUP-ID']}`
  return [...Map.groupBy(media, key).values()]
}

function longSide(resolution = ''): number {
  return Math.max(...resolution.split('x').map(Number))
}
