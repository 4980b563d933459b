/** Contrast of two colours according to WCAG 2. Colours are sRGB from 0 to 255. */
type Rgb = readonly number[]

export function contrast(one: Rgb, other: Rgb): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return ((high as number) + 0.05) / ((low as number) + 0.05)
}

function luminance([red = 0, green = 0, blue = 0]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(value: number): number {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

export function hslToRgb(hue: number, saturation: number, lightness: number): Rgb {
  const amount = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map(shift => {
    const at = (shift + (hue % 360) / 30) % 12
    return 255 * (lightness - amount * Math.max(-1, Math.min(at - 3, 9 - at, 1)))
  })
}
