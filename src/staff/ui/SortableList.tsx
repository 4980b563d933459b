/** A list whose rows are moved by dragging, by the arrow keys on the handle, or by buttons that keep the focus. */
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import DownIcon from '@mui/icons-material/ArrowDownwardOutlined'
import UpIcon from '@mui/icons-material/ArrowUpwardOutlined'
import HandleIcon from '@mui/icons-material/DragIndicatorOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { numberText } from './words.ts'

/** Hidden from eyes, and read by screen readers. */
const HEARD = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const

type Item = { key: string }
type Side = 'up' | 'down'
type Props<Row extends Item> = {
  rows: readonly Row[]
  /** The name of a row in announcements. */
  nameOf: (row: Row) => string
  onChange: (rows: Row[]) => void
  children: (row: Row, at: number) => ReactNode
}

export function SortableList<Row extends Item>({ rows, nameOf, onChange, children }: Props<Row>) {
  const translate = useTranslate()
  const [announcement, setAnnouncement] = useState('')
  /** The button that gets the focus again after its row has moved. */
  const pressed = useRef<{ key: string; side: Side } | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )

  useEffect(() => {
    if (!pressed.current) return
    const { key, side } = pressed.current
    pressed.current = null
    const buttonOf = (which: Side) =>
      list.current?.querySelector<HTMLButtonElement>(
        `[data-row="${CSS.escape(key)}"] [data-side="${which}"]:not(:disabled)`,
      )
    const button = buttonOf(side) ?? buttonOf(side === 'up' ? 'down' : 'up')
    button?.focus()
  })

  const placeText = (name: string, place: number) =>
    translate('staff.home.place', {
      name,
      place: numberText(place),
      of: numberText(rows.length),
    })
  const nameOfKey = (key: unknown) => {
    const row = rows.find(each => each.key === key)
    return row ? nameOf(row) : ''
  }
  const placeOfKey = (key: unknown) => rows.findIndex(each => each.key === key) + 1
  const move = (from: number, to: number) => {
    const row = rows[from]
    if (!row || to < 0 || to >= rows.length) return
    onChange(arrayMove([...rows], from, to))
    setAnnouncement(placeText(nameOf(row), to + 1))
  }
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) move(placeOfKey(active.id) - 1, placeOfKey(over.id) - 1)
  }
  const announcements = {
    onDragStart: ({ active }: { active: { id: unknown } }) =>
      translate('staff.home.lifted', { name: nameOfKey(active.id) }),
    onDragOver: ({ active, over }: { active: { id: unknown }; over: { id: unknown } | null }) =>
      over ? placeText(nameOfKey(active.id), placeOfKey(over.id)) : undefined,
    onDragEnd: ({ active, over }: { active: { id: unknown }; over: { id: unknown } | null }) =>
      over ? placeText(nameOfKey(active.id), placeOfKey(over.id)) : undefined,
    onDragCancel: ({ active }: { active: { id: unknown } }) =>
      translate('staff.home.put', { name: nameOfKey(active.id) }),
  }

  return (
    <>
      <Box role="status" sx={HEARD}>
        {announcement}
      </Box>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={drop}
        accessibility={{
          announcements,
          screenReaderInstructions: { draggable: translate('staff.home.howToMove') },
        }}
      >
        <SortableContext items={rows.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
          <Box
            component="ol"
            ref={list}
            sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
          >
            {rows.map((row, at) => (
              <SortableRow
                key={row.key}
                id={row.key}
                name={nameOf(row)}
                isFirst={at === 0}
                isLast={at === rows.length - 1}
                onMove={side => {
                  pressed.current = { key: row.key, side }
                  move(at, side === 'up' ? at - 1 : at + 1)
                }}
              >
                {children(row, at)}
              </SortableRow>
            ))}
          </Box>
        </SortableContext>
      </DndContext>
    </>
  )
}

type RowProps = {
  id: string
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: (side: Side) => void
  children: ReactNode
}

function SortableRow({ id, name, isFirst, isLast, onMove, children }: RowProps) {
  const translate = useTranslate()
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id })
  return (
    <Box
      component="li"
      ref={setNodeRef}
      data-row={id}
      sx={{
        display: 'flex',
        gap: 1,
        alignItems: 'center',
        p: 1,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        backgroundColor: 'background.paper',
        position: 'relative',
        zIndex: isDragging ? 2 : 'auto',
        boxShadow: isDragging ? 4 : 0,
      }}
      style={{
        ...(transform ? { transform: `translate3d(0, ${transform.y}px, 0)` } : {}),
        ...(transition ? { transition } : {}),
      }}
    >
      <IconButton
        ref={setActivatorNodeRef}
        size="small"
        {...attributes}
        {...listeners}
        aria-label={translate('staff.home.drag', { name })}
        sx={{ cursor: 'grab', touchAction: 'none' }}
      >
        <HandleIcon fontSize="small" />
      </IconButton>
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>{children}</Box>
      <Box sx={{ display: 'flex' }}>
        <IconButton
          size="small"
          data-side="up"
          disabled={isFirst}
          onClick={() => onMove('up')}
          aria-label={translate('staff.home.up', { name })}
        >
          <UpIcon fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          data-side="down"
          disabled={isLast}
          onClick={() => onMove('down')}
          aria-label={translate('staff.home.down', { name })}
        >
          <DownIcon fontSize="small" />
        </IconButton>
      </Box>
    </Box>
  )
}
