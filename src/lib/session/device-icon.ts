/** The picture of a device, by what its system is called. */
export function deviceIcon(system: string): string {
  if (/Tizen|webOS|TV/i.test(system)) return 'i-lucide-tv'
  if (/iPadOS/i.test(system)) return 'i-lucide-tablet'
  if (/Android|iOS/i.test(system)) return 'i-lucide-smartphone'
  return 'i-lucide-monitor'
}
