/** The pictures of a title in its form: each is chosen from a file, cropped to its shape, and stored by the server in all sizes. */
import 'react-image-crop/dist/ReactCrop.css'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import CardContent from '@mui/material/CardContent'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useRef, useState } from 'react'
import { type HttpError, useNotify, useRefresh, useTranslate } from 'react-admin'
import { type Crop, centerCrop, makeAspectCrop, ReactCrop } from 'react-image-crop'
import { LANGUAGES, type Localized } from '#src/contract/languages.ts'
import { LETTERING_BOX, PICTURE_SHAPES, PICTURES } from '#src/contract/limits.ts'
import { fileToSend, runStaffAction, useAction } from '../actions/use-action.ts'
import { FileButton } from '../ui/FileButton.tsx'

type Shape = {
  field: string
  aspect: number | null
  width: number
  pathIn: (paths: TitlePaths) => string | null
}
export type TitlePaths = {
  poster: string | null
  backdrop: string | null
  lettering: Partial<Localized<string | null>>
}

const SHAPES: readonly Shape[] = [
  {
    field: 'poster',
    aspect: PICTURE_SHAPES.poster,
    width: PICTURES.poster.webp[0],
    pathIn: ({ poster }) => poster,
  },
  {
    field: 'backdrop',
    aspect: PICTURE_SHAPES.backdrop,
    width: PICTURES.backdrop.webp[0],
    pathIn: ({ backdrop }) => backdrop,
  },
  ...LANGUAGES.map(language => ({
    field: `lettering.${language}`,
    aspect: null,
    width: LETTERING_BOX.width,
    pathIn: ({ lettering }: TitlePaths) => lettering[language] ?? null,
  })),
]
/** Pages show no picture that is wider. */
const WIDTH_MAX = 2_560
const WHOLE: Crop = { unit: '%', x: 0, y: 0, width: 100, height: 100 }

type Props = { id: string; paths: TitlePaths | null; version: string }

export function TitlePictures({ id, paths, version }: Props) {
  const translate = useTranslate()
  const action = useAction('catalogue.picture')
  if (!action || !paths) return null
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h6" component="h2" gutterBottom>
          {translate('staff.pictures.title')}
        </Typography>
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          {SHAPES.map(shape => (
            <PictureField
              key={shape.field}
              id={id}
              version={version}
              shape={shape}
              current={shape.pathIn(paths)}
            />
          ))}
        </Box>
      </CardContent>
    </Card>
  )
}

type FieldProps = { id: string; version: string; shape: Shape; current: string | null }

function PictureField({ id, version, shape, current }: FieldProps) {
  const translate = useTranslate()
  const [file, setFile] = useState<File | null>(null)
  const name = translate(`staff.pictures.${shape.field}`)
  const isLettering = shape.aspect === null
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', alignContent: 'start' }}>
      <Typography variant="subtitle2" component="h3">
        {name}
      </Typography>
      <Box
        sx={{
          height: 150,
          aspectRatio: shape.aspect ?? LETTERING_BOX.width / LETTERING_BOX.height,
          borderRadius: 1,
          border: 1,
          borderColor: 'divider',
          // Letterings are white.
          backgroundColor: isLettering ? '#2a2f3f' : 'action.hover',
          display: 'grid',
          gridTemplate: '100% / 100%',
          placeItems: 'center',
          overflow: 'hidden',
          p: isLettering ? 1 : 0,
        }}
      >
        {current ? (
          <Box
            component="img"
            alt={name}
            src={`/media/pictures/${current}-${shape.width}.webp`}
            sx={{ width: '100%', height: '100%', objectFit: isLettering ? 'contain' : 'cover' }}
          />
        ) : (
          <Typography variant="body2" sx={{ color: isLettering ? '#f4f1ea' : 'text.secondary' }}>
            {translate('staff.pictures.none')}
          </Typography>
        )}
      </Box>
      <FileButton
        size="small"
        variant="outlined"
        accept="image/*"
        label={translate('staff.pictures.chooseFor', { name })}
        onPick={setFile}
      >
        {translate('staff.pictures.choose')}
      </FileButton>
      {file && (
        <CropDialog
          name={name}
          file={file}
          shape={shape}
          onClose={() => setFile(null)}
          onSave={picture =>
            runStaffAction('catalogue.picture', {
              fields: { id, field: shape.field },
              files: { file: picture },
              version,
            })
          }
        />
      )}
    </Box>
  )
}

type DialogProps = {
  name: string
  file: File
  shape: Shape
  onClose: () => void
  onSave: (picture: Awaited<ReturnType<typeof fileToSend>>) => Promise<unknown>
}

function CropDialog({ name, file, shape: { aspect }, onClose, onSave }: DialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const [url] = useState(() => URL.createObjectURL(file))
  const [crop, setCrop] = useState<Crop>(WHOLE)
  const [failure, setFailure] = useState('')
  const [isRunning, setRunning] = useState(false)
  const image = useRef<HTMLImageElement>(null)
  const close = () => {
    URL.revokeObjectURL(url)
    onClose()
  }
  const begin = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) => {
    if (aspect !== null)
      setCrop(
        centerCrop(makeAspectCrop({ unit: '%', width: 100 }, aspect, width, height), width, height),
      )
  }
  const save = async () => {
    if (!image.current) return
    setRunning(true)
    setFailure('')
    try {
      await onSave(await fileToSend(await croppedFile(image.current, crop, aspect === null)))
      notify('staff.done', { type: 'success' })
      close()
      refresh()
    } catch (error) {
      setFailure((error as HttpError).message)
      setRunning(false)
    }
  }
  return (
    <Dialog open onClose={close} maxWidth="md" aria-labelledby="crop-picture">
      <DialogTitle id="crop-picture">{translate('staff.pictures.crop', { name })}</DialogTitle>
      <DialogContent sx={{ direction: 'ltr' }}>
        <ReactCrop
          crop={crop}
          {...(aspect === null ? {} : { aspect })}
          keepSelection
          onChange={(_, percent) => setCrop(percent)}
          ariaLabels={{
            cropArea: translate('staff.pictures.area'),
            nwDragHandle: translate('staff.pictures.corner'),
            nDragHandle: translate('staff.pictures.corner'),
            neDragHandle: translate('staff.pictures.corner'),
            eDragHandle: translate('staff.pictures.corner'),
            seDragHandle: translate('staff.pictures.corner'),
            sDragHandle: translate('staff.pictures.corner'),
            swDragHandle: translate('staff.pictures.corner'),
            wDragHandle: translate('staff.pictures.corner'),
          }}
        >
          <img
            ref={image}
            src={url}
            alt=""
            style={{ maxHeight: '60vh', background: aspect === null ? '#2a2f3f' : undefined }}
            onLoad={({ currentTarget }) => begin(currentTarget)}
            onError={() => setFailure(translate('staff.pictures.unreadable'))}
          />
        </ReactCrop>
        {isRunning && <LinearProgress />}
        {failure && (
          <Alert severity="error" role="alert">
            <bdi>{failure}</bdi>
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" disabled={isRunning} onClick={save}>
          {translate('staff.pictures.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Returns the part of the picture that the member chose, as PNG if transparent parts must stay. */
async function croppedFile(
  image: HTMLImageElement,
  { x, y, width, height }: Crop,
  isTransparent: boolean,
): Promise<File> {
  const { naturalWidth, naturalHeight } = image
  const part = {
    x: (x / 100) * naturalWidth,
    y: (y / 100) * naturalHeight,
    width: (width / 100) * naturalWidth,
    height: (height / 100) * naturalHeight,
  }
  const scale = Math.min(1, WIDTH_MAX / part.width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(part.width * scale))
  canvas.height = Math.max(1, Math.round(part.height * scale))
  canvas
    .getContext('2d')
    ?.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height)
  const type = isTransparent ? 'image/png' : 'image/jpeg'
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, type, 0.95))
  if (!blob) throw new Error('staff.pictures.unreadable')
  return new File([blob], isTransparent ? 'picture.png' : 'picture.jpg', { type })
}
