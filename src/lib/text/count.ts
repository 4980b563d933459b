/** Returns `1 ticket`, `2 tickets`, `1,200 tickets`, for logs and terminals, which are in English. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
