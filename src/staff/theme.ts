/** The look of react-admin in the colours and the font of the product. */
import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin'
import { dir } from '#src/lib/i18n/languages.ts'
import { staffLanguage } from './language.ts'

const FONTS =
  'Vazirmatn, "Vazirmatn Latin", "Vazirmatn Accents", "Vazirmatn Rest", system-ui, sans-serif'

type Colours = { action: string; accent: string; page: string; raised: string; line: string }
const LIGHT: Colours = {
  action: '#c31f40',
  accent: '#b3173a',
  page: '#f8f6f1',
  raised: '#ffffff',
  line: '#e4e0d6',
}
const DARK: Colours = {
  action: '#ff8199',
  accent: '#ff8199',
  page: '#0a0c13',
  raised: '#12151f',
  line: '#2a2f3f',
}

export const lightTheme = themeOf(defaultLightTheme, 'light', LIGHT)
export const darkTheme = themeOf(defaultDarkTheme, 'dark', DARK)

function themeOf(
  base: RaThemeOptions,
  mode: 'light' | 'dark',
  { action, accent, page, raised, line }: Colours,
): RaThemeOptions {
  return {
    ...base,
    direction: dir(staffLanguage()),
    palette: {
      mode,
      primary: { main: action },
      secondary: { main: accent },
      background: { default: page, paper: raised },
      divider: line,
    },
    typography: {
      fontFamily: FONTS,
      h5: { fontSize: '1.25rem', fontWeight: 700 },
      h6: { fontSize: '1.05rem', fontWeight: 700 },
      button: { textTransform: 'none', fontWeight: 600 },
    },
    shape: { borderRadius: 10 },
    sidebar: { width: 224, closedWidth: 52 },
    components: {
      ...base.components,
      MuiPaper: {
        defaultProps: { elevation: 0 },
        styleOverrides: { root: { border: `1px solid ${line}` } },
      },
      MuiAppBar: {
        defaultProps: { elevation: 0 },
        styleOverrides: {
          root: {
            backgroundColor: raised,
            color: mode === 'light' ? '#171a26' : '#f4f1ea',
            border: 0,
            borderBottom: `1px solid ${line}`,
          },
        },
      },
      RaMenuItemLink: {
        styleOverrides: {
          root: {
            fontSize: '0.875rem',
            marginInline: 4,
            borderRadius: 8,
            '&.RaMenuItemLink-active': {
              backgroundColor: `${action}1f`,
              color: mode === 'light' ? '#171a26' : '#f4f1ea',
              fontWeight: 700,
            },
          },
        },
      },
      MuiTableCell: { styleOverrides: { head: { fontWeight: 700, whiteSpace: 'nowrap' } } },
      // The filters take what the actions leave, and go below them in a narrow window.
      RaListToolbar: {
        styleOverrides: { root: { flexWrap: 'wrap-reverse', '& > form': { flex: '1 1 420px' } } },
      },
      RaTopToolbar: {
        styleOverrides: {
          root: { flexWrap: 'wrap', justifyContent: 'flex-end', flexShrink: 0, maxWidth: '100%' },
        },
      },
      RaToolbar: { styleOverrides: { root: { backgroundColor: 'transparent' } } },
      MuiButton: { defaultProps: { disableElevation: true } },
    },
  }
}
