/** Pages of the settings for captions: language, delay and style. */
import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import {
  CAPTION_COLOURS,
  CAPTION_EDGES,
  CAPTION_OPACITIES,
  type CaptionColour,
  captionLook,
} from '#src/lib/player/caption-look.ts'
import { $preferences, resetCaptionLook } from '#src/lib/player/preferences.store.ts'
import { usePlayer } from './context.ts'
import { Icon } from './Icon.tsx'
import { RadioMenu, StepperRow, SubmenuRow } from './MenuItems.tsx'
import { SecondCaptionRow } from './SecondCaptionRows.tsx'
import type { SettingsPage } from './SettingsPages.tsx'

export function CaptionsPage({ onOpen }: { onOpen(page: SettingsPage): void }) {
  const { player, t } = usePlayer()
  const { captions } = useStore(player.$tracks)
  const { caption } = useStore(player.$selection)
  const { captionSize, captionStyle } = useStore($preferences)
  const off = { id: 'off', label: t('player.captions.off') }
  return (
    <>
      <RadioMenu
        label={t('player.captions')}
        options={[
          off,
          ...captions.map(({ id, name, language }) => ({ id, label: name, lang: language })),
        ]}
        selected={caption ?? 'off'}
        onSelect={id => player.selectCaption(id === 'off' ? null : id)}
      />
      <SecondCaptionRow onOpen={() => onOpen('second')} />
      <SubmenuRow
        icon="text"
        label={t('player.captions.size')}
        value={t(`player.captions.size.${captionSize}`)}
        onOpen={() => onOpen('size')}
      />
      <SubmenuRow
        icon="settings"
        label={t('player.captions.style')}
        value={t(`player.captions.style.${captionStyle}`)}
        onOpen={() => onOpen('style')}
      />
      {caption !== null && <CaptionDelay />}
    </>
  )
}

const DELAY_STEP = 0.5
const MAX_DELAY = 30

/** Shifts captions that are too early or too late. */
function CaptionDelay() {
  const { player, t } = usePlayer()
  const delay = useStore(player.$captionDelay)
  const seconds = Math.abs(delay)
  return (
    <StepperRow
      icon="captions"
      label={t('player.captions.delay')}
      value={
        delay === 0
          ? t('player.captions.delay.none')
          : t(delay > 0 ? 'player.captions.delay.late' : 'player.captions.delay.early', { seconds })
      }
      less={t('player.captions.delay.less')}
      more={t('player.captions.delay.more')}
      onStep={by =>
        player.setCaptionDelay(Math.max(-MAX_DELAY, Math.min(MAX_DELAY, delay + by * DELAY_STEP)))
      }
    />
  )
}

const SIZES = ['small', 'medium', 'large', 'xlarge'] as const
const STYLES = ['shadow', 'box', 'outline', 'yellow', 'own'] as const

export function CaptionSizePage() {
  const { t } = usePlayer()
  const { captionSize } = useStore($preferences)
  return (
    <>
      <CaptionSample />
      <RadioMenu
        label={t('player.captions.size')}
        options={SIZES.map(id => ({ id, label: t(`player.captions.size.${id}`) }))}
        selected={captionSize}
        onSelect={id => $preferences.setKey('captionSize', id)}
      />
    </>
  )
}

export function CaptionStylePage({ onOpen }: { onOpen(page: SettingsPage): void }) {
  const { t } = usePlayer()
  const preferences = useStore($preferences)
  const { captionStyle, captionColour, captionBackground, captionOpacity, captionEdge } =
    preferences
  const own: [SettingsPage & keyof typeof OWN_TITLES, ReactNode][] = [
    ['textColour', t(`player.captions.colour.${captionColour}`)],
    ['backgroundColour', t(`player.captions.colour.${captionBackground}`)],
    ['opacity', t('player.captions.opacity.value', { percent: captionOpacity })],
    ['edge', t(`player.captions.edge.${captionEdge}`)],
  ]
  return (
    <>
      <CaptionSample />
      <RadioMenu
        label={t('player.captions.style')}
        options={STYLES.map(id => ({ id, label: t(`player.captions.style.${id}`) }))}
        selected={captionStyle}
        onSelect={id => $preferences.setKey('captionStyle', id)}
      />
      {captionStyle === 'own' &&
        own.map(([page, value]) => (
          <SubmenuRow
            key={page}
            icon="colour"
            label={t(OWN_TITLES[page])}
            value={value}
            onOpen={() => onOpen(page)}
          />
        ))}
      <button type="button" className="menu-row" onClick={resetCaptionLook}>
        <Icon name="replay" className="text-xl" />
        <span>{t('player.captions.reset')}</span>
      </button>
    </>
  )
}

/** Titles of the pages for the viewer's own caption style. */
export const OWN_TITLES = {
  textColour: 'player.captions.textColour',
  backgroundColour: 'player.captions.backgroundColour',
  opacity: 'player.captions.opacity',
  edge: 'player.captions.edge',
} as const

const COLOURS = Object.keys(CAPTION_COLOURS) as CaptionColour[]

export function CaptionColourPage({ of }: { of: 'textColour' | 'backgroundColour' }) {
  const { t } = usePlayer()
  const preferences = useStore($preferences)
  const key = of === 'textColour' ? 'captionColour' : 'captionBackground'
  return (
    <>
      <CaptionSample />
      <RadioMenu
        label={t(OWN_TITLES[of])}
        options={COLOURS.map(id => ({
          id,
          label: t(`player.captions.colour.${id}`),
          hint: (
            <span
              className="caption-swatch"
              style={{ background: `rgb(${CAPTION_COLOURS[id]})` }}
            />
          ),
        }))}
        selected={preferences[key]}
        onSelect={id => $preferences.setKey(key, id)}
      />
    </>
  )
}

export function CaptionOpacityPage() {
  const { t } = usePlayer()
  const { captionOpacity } = useStore($preferences)
  return (
    <>
      <CaptionSample />
      <RadioMenu
        label={t('player.captions.opacity')}
        options={CAPTION_OPACITIES.map(percent => ({
          id: String(percent),
          label: t('player.captions.opacity.value', { percent }),
        }))}
        selected={String(captionOpacity)}
        onSelect={id => $preferences.setKey('captionOpacity', Number(id))}
      />
    </>
  )
}

export function CaptionEdgePage() {
  const { t } = usePlayer()
  const { captionEdge } = useStore($preferences)
  return (
    <>
      <CaptionSample />
      <RadioMenu
        label={t('player.captions.edge')}
        options={CAPTION_EDGES.map(id => ({ id, label: t(`player.captions.edge.${id}`) }))}
        selected={captionEdge}
        onSelect={id => $preferences.setKey('captionEdge', id)}
      />
    </>
  )
}

function CaptionSample() {
  const { t } = usePlayer()
  return (
    <div className="caption-sample" {...captionLook(useStore($preferences))}>
      <span className="caption-line" dir="auto">
        {t('player.captions.preview')}
      </span>
    </div>
  )
}
