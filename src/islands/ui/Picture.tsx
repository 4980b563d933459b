import type { PictureModel } from '#src/lib/catalogue/picture.ts'

export function Picture({ model }: { model: PictureModel }) {
  const { avif, src, sizes, alt, width, height, loading, decoding, fetchPriority } = model
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading={loading}
        decoding={decoding}
        fetchPriority={fetchPriority}
      />
    </picture>
  )
}
