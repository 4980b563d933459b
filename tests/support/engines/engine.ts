/** What the tests of other browser engines need of a browser; one adapter each for Firefox and WebKitGTK. */
export type EngineBrowser = {
  name: 'firefox' | 'webkit'
  goto: (url: string) => Promise<void>
  url: () => Promise<string>
  /** Waits until it is shown, then clicks in its middle. `//…` is XPath, anything else CSS. */
  click: (selector: string) => Promise<void>
  type: (selector: string, text: string) => Promise<void>
  /** Into what is focused. */
  write: (text: string) => Promise<void>
  press: (key: 'Enter' | 'Escape' | 'ArrowLeft' | 'ArrowRight' | 'f' | 'c') => Promise<void>
  /** The value of a JavaScript expression in the page. */
  read: <T>(expression: string) => Promise<T>
  /** PNG */
  screenshot: () => Promise<Uint8Array>
  close: () => Promise<void>
}

export const WAIT_MS = 20_000
export const SIZE = { width: 1280, height: 800 }
