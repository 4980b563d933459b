/** What a page of the catalogue or the footer shows before anybody acts: scripts/integrations/core-styles.ts chooses it. */
import 'virtual:core-utilities.css'
import './core.css'
