import 'uplot/dist/uPlot.min.css'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import { localizedDay, numberText } from './words.ts'

const HEIGHT = 190
const CHARACTER_PX = 7
const TICK_GAP_PX = 16
const DAYS_PX = 30
const EDGE_PX = 36

type Props = {
  label: string
  days: readonly string[]
  values: readonly number[]
  /** Writes a value on the axis; numbers by default. */
  write?: (value: number) => string
  /** The axis ends here at least, so that a day without anything has whole numbers. */
  least?: number
}

/** Bars of one figure by day. The oldest day is at the reader's start, as in the sentences around it. */
export function Chart({ label, days, values, write = numberText, least = 1 }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  const isRtl = theme.direction === 'rtl'

  useEffect(() => {
    const host = box.current
    if (!host) return
    const axis = {
      stroke: theme.palette.text.secondary,
      font: `12px ${theme.typography.fontFamily}`,
      grid: { stroke: theme.palette.divider, width: 1 },
      ticks: { show: false },
    }
    const chart = new UPlot(
      {
        width: host.clientWidth,
        height: HEIGHT,
        // Labels of the first and the last day are wider than their bars.
        padding: [8, EDGE_PX, 0, EDGE_PX],
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false } },
        scales: {
          x: { time: false, dir: isRtl ? -1 : 1, range: [-0.6, days.length - 0.4] },
          y: { range: (_, _low, high) => [0, Math.max(high, least) * 1.1] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            size: DAYS_PX,
            splits: chart => splitsOf(days, chart.bbox.width / devicePixelRatio),
            values: (_, splits) => splits.map(at => localizedDay(days[at] ?? '')),
          },
          {
            ...axis,
            side: isRtl ? 1 : 3,
            size: 56,
            values: (_, splits) =>
              splits.map(value => (Number.isInteger(value) ? write(value) : '')),
          },
        ],
        series: [
          {},
          {
            label,
            fill: theme.palette.primary.main,
            stroke: theme.palette.primary.main,
            paths: UPlot.paths.bars!({ size: [0.6, 28], radius: 0.2 }),
            points: { show: false },
          },
        ],
      },
      [days.map((_, at) => at), [...values]],
      host,
    )
    const observer = new ResizeObserver(() =>
      chart.setSize({ width: host.clientWidth, height: HEIGHT }),
    )
    observer.observe(host)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [days, values, theme, isRtl, label, write, least])

  const table = days.map((day, at) => `${localizedDay(day)}: ${write(values[at] ?? 0)}`).join(', ')
  return (
    <Box
      ref={box}
      role="img"
      aria-label={`${label}. ${table}`}
      dir={isRtl ? 'rtl' : 'ltr'}
      sx={{ minHeight: HEIGHT }}
    />
  )
}

/** Returns the days that have a label, so that labels do not touch. */
function splitsOf(days: readonly string[], width: number): number[] {
  const count = days.length
  const longest = Math.max(...days.map(day => localizedDay(day).length))
  const tick = longest * CHARACTER_PX + TICK_GAP_PX
  const step = Math.max(1, Math.ceil((count * tick) / Math.max(width, 1)))
  return Array.from({ length: count }, (_, at) => at).filter(at => (count - 1 - at) % step === 0)
}
