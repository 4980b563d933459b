import '#src/styles/font.css'
import './staff.css'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns'
import { AdapterDateFnsJalali } from '@mui/x-date-pickers/AdapterDateFnsJalali'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { faIR as pickerTexts } from '@mui/x-date-pickers/locales'
import { enGB } from 'date-fns/locale/en-GB'
import { faIR } from 'date-fns-jalali/locale/fa-IR'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { prefixer } from 'stylis'
import rtlPlugin from 'stylis-plugin-rtl'
import { Console } from './Console.tsx'
import { staffLanguage } from './language.ts'

const isPersian = staffLanguage() === 'fa'
const styles = createCache(
  isPersian
    ? { key: 'staff-rtl', stylisPlugins: [prefixer, rtlPlugin] }
    : { key: 'staff', stylisPlugins: [prefixer] },
)

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
    <LocalizationProvider
      dateAdapter={AdapterDateFnsJalali}
      adapterLocale={faIR}
      localeText={pickerTexts.components.MuiLocalizationProvider.defaultProps.localeText}
    >
      {children}
    </LocalizationProvider>
  ) : (
    <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={enGB}>
      {children}
    </LocalizationProvider>
  )
}
