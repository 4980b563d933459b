import { type PictureModel, type PictureOptions, pictureModel } from '#src/lib/catalogue/picture.ts'
import { attribute, type Markup, markup } from '#src/lib/markup.ts'

export type PictureProps = PictureOptions & { class?: string }

export function renderPicture({ class: className, ...options }: PictureProps): Markup {
  return pictureMarkup(pictureModel(options), className)
}

export function pictureMarkup(model: PictureModel, className?: string): Markup {
  const { avif, src, sizes, alt, width, height, loading, decoding, fetchPriority } = model
  return markup`<picture><source type="image/avif" srcset="${avif}" sizes="${sizes}"><img src="${src}" alt="${alt}" width="${width}" height="${height}" loading="${loading}" decoding="${decoding}"${attribute('fetchpriority', fetchPriority)}${attribute('class', className)}></picture>`
}
