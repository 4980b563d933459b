/** What old-browser-loader.js imports in browsers of televisions since 2019. */
import './polyfills.ts'
import './old-styles.browser.ts'
