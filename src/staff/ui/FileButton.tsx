import Box from '@mui/material/Box'
import Button, { type ButtonProps } from '@mui/material/Button'
import type { ChangeEvent, ReactNode } from 'react'

/** The input inside takes the focus, so the label is no button of its own. */
const LABEL = { component: 'label', role: undefined, tabIndex: -1 } as const

type Props = Pick<ButtonProps, 'variant' | 'size'> & {
  accept: string
  onPick: (file: File) => void
  children: ReactNode
  /** The name for screen readers, if the text does not say which file it is. */
  label?: string
}

/** A button that opens the file chooser of the browser. The same file may be chosen again. */
export function FileButton({ accept, onPick, children, label, ...look }: Props) {
  return (
    <Button
      {...LABEL}
      color={look.variant === 'contained' ? 'primary' : 'inherit'}
      {...look}
      sx={{ '&:focus-within': { outline: '2px solid', outlineOffset: 2 } }}
    >
      {children}
      <Box
        component="input"
        type="file"
        accept={accept}
        {...(label ? { 'aria-label': label } : {})}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => {
          const [file] = target.files ?? []
          if (file) onPick(file)
          target.value = ''
        }}
        sx={{ position: 'absolute', width: 1, height: 1, opacity: 0, overflow: 'hidden' }}
      />
    </Button>
  )
}
