import type { PictureModel } from '#src/lib/catalogue/picture.ts'

export function Picture({ model }: { model: PictureModel }) {
  const { avif, webp, src, sizes, alt, width, height, loading, decoding, fetchPriority } = model
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        src={src}
        srcSet={webp}
        sizes={sizes}
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
