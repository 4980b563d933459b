/** The first style sheet of catalogue and footer pages; scripts/astro-integration/first-styles.ts chooses its utilities. */
import 'virtual:core-utilities.css'
import './core.css'
