/** What old-browser-loader.js imports in browsers of televisions since 2019. Scripts wait for `self.polyfills`. */
import './polyfills.ts'
import './listener-signals.ts'
import './old-styles.browser.ts'
