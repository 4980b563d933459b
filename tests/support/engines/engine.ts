/** The operations that tests of other browser engines need. Firefox and WebKitGTK have one adapter each. */
export type EngineBrowser = {
  name: 'firefox' | 'webkit'
  goto: (url: string) => Promise<void>
  url: () => Promise<string>
  /** Waits until the element is visible, then clicks in its middle. `//…` is XPath, anything else CSS. */
  click: (selector: string) => Promise<void>
  type: (selector: string, text: string) => Promise<void>
  /** Types into the focused element. */
  write: (text: string) => Promise<void>
  press: (key: 'Enter' | 'Escape' | 'ArrowLeft' | 'ArrowRight' | 'f' | 'c') => Promise<void>
  /** Returns the value of a JavaScript expression in the page. */
  read: <T>(expression: string) => Promise<T>
  /** Returns a PNG. */
  screenshot: () => Promise<Uint8Array>
  close: () => Promise<void>
}

export const WAIT_MS = 60_000
export const SIZE = { width: 1280, height: 800 }
