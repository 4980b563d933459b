/** Imported by old-browser-loader.js in browsers of TVs since 2019. Scripts wait for `self.polyfills`. */
import './polyfills.ts'
import './listener-signals.ts'
import './old-styles.browser.ts'
