import { PICTURES } from '#src/contract/limits.ts'

type Props = { path: string; size: number; className?: string }

/** A profile's picture. It is decorative, because the name is next to it. */
export function Avatar({ path, size, className = '' }: Props) {
  const set = PICTURES.avatar.avif.map(width => `${path}-${width}.avif ${width}w`).join(', ')
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={set} sizes={`${size}px`} />
      <img
        src={`${path}-${PICTURES.avatar.webp[0]}.webp`}
        alt=""
        width={size}
        height={size}
        decoding="async"
        className={`block object-cover ${className}`}
      />
    </picture>
  )
}
