import '#src/styles/font.css'
import './staff.css'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { enGB } from 'date-fns/locale/en-GB'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { prefixer } from 'stylis'
import rtlPlugin from 'stylis-plugin-rtl'
import { Console } from './Console.tsx'
import { staffLanguage } from './language.ts'
import { PersianCalendar } from './ui/PersianCalendar.tsx'

const isPersian = staffLanguage() === 'fa'
// Components write their styles as they render, which the policy of the page allows with this nonce alone.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
const styles = createCache({
  key: isPersian ? 'staff-rtl' : 'staff',
  stylisPlugins: isPersian ? [prefixer, rtlPlugin] : [prefixer],
  ...(nonce && { nonce }),
})

document.documentElement.lang = staffLanguage()
document.documentElement.dir = isPersian ? 'rtl' : 'ltr'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CacheProvider value={styles}>
      <Calendar>
        <Console />
      </Calendar>
    </CacheProvider>
  </StrictMode>,
)

function Calendar({ children }: { children: ReactNode }) {
  return isPersian ? (
    <PersianCalendar>{children}</PersianCalendar>
  ) : (
    <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={enGB}>
      {children}
    </LocalizationProvider>
  )
}
