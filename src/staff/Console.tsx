import AccountIcon from '@mui/icons-material/ManageAccountsOutlined'
import TranslateIcon from '@mui/icons-material/Translate'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import type { ReactNode } from 'react'
import {
  Admin,
  AppBar,
  CustomRoutes,
  Layout,
  LoadingIndicator,
  Logout,
  Menu,
  Resource,
  ToggleThemeButton,
  UserMenu,
  usePermissions,
  useTranslate,
  useUserMenu,
} from 'react-admin'
import { BrowserRouter, Route, Link as RouterLink } from 'react-router'
import { otherLanguages } from '#src/contract/languages.ts'
import { dataProvider } from './data-provider.ts'
import { changeStaffLanguage, staffLanguage } from './language.ts'
import { AREA_ICONS, LIST_ICONS, TODAY_ICON } from './menu-icons.ts'
import { AllActions } from './screens/AllActions.tsx'
import { Area } from './screens/Area.tsx'
import { AREAS } from './screens/areas.ts'
import { CommentList } from './screens/Comments.tsx'
import { Finance } from './screens/Finance.tsx'
import { HomeScreen } from './screens/home/HomeScreen.tsx'
import { ImportTitles } from './screens/ImportTitles.tsx'
import { Invitation } from './screens/Invitation.tsx'
import { NewTitle } from './screens/NewTitle.tsx'
import { PaymentList, PaymentScreen } from './screens/Payments.tsx'
import { PersonList, PersonScreen } from './screens/People.tsx'
import { SignIn } from './screens/SignIn.tsx'
import { AuditList, RequestList, SessionList } from './screens/Team.tsx'
import { TicketList, TicketScreen } from './screens/Tickets.tsx'
import { TitleList, TitleScreen } from './screens/Titles.tsx'
import { Today } from './screens/Today.tsx'
import { authProvider, type StaffPermissions } from './session.ts'
import { i18nProvider } from './texts.ts'
import { darkTheme, lightTheme } from './theme.ts'

export function Console() {
  return (
    <BrowserRouter>
      <Admin
        authProvider={authProvider}
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        dashboard={Today}
        layout={ConsoleLayout}
        loginPage={SignIn}
        theme={lightTheme}
        darkTheme={darkTheme}
        requireAuth
        disableTelemetry
      >
        <CustomRoutes noLayout>
          <Route path="/invitation/:token" element={<Invitation />} />
        </CustomRoutes>
        {screens}
      </Admin>
    </BrowserRouter>
  )
}

/** Returns the screens of a role. Whatever a screen offers beyond it, the server refuses. */
function screens(permissions: StaffPermissions = {}): ReactNode {
  const may = (action: string) => action in permissions
  return (
    <>
      {may('support.list') && <Resource name="tickets" list={TicketList} show={TicketScreen} />}
      {may('users.show') && <Resource name="people" list={PersonList} show={PersonScreen} />}
      {may('catalogue.list') && (
        <Resource
          name="titles"
          list={TitleList}
          {...(may('catalogue.patch') ? { edit: TitleScreen } : {})}
        />
      )}
      {may('payments.list') && <Resource name="payments" list={PaymentList} show={PaymentScreen} />}
      {may('comments.list') && <Resource name="comments" list={CommentList} />}
      {may('audit.list') && <Resource name="audit" list={AuditList} />}
      <Resource name="requests" list={RequestList} />
      <Resource name="sessions" list={SessionList} />
      <CustomRoutes>
        {may('report.run') && <Route path="/finance" element={<Finance />} />}
        {may('home.preview') && <Route path="/home" element={<HomeScreen />} />}
        {may('catalogue.import') && <Route path="/titles/new" element={<NewTitle />} />}
        {may('catalogue.columns') && <Route path="/titles/import" element={<ImportTitles />} />}
        {AREAS.map(area => (
          <Route key={area.name} path={`/${area.name}`} element={<Area {...area} />} />
        ))}
        <Route path="/actions" element={<AllActions />} />
      </CustomRoutes>
    </>
  )
}

function ConsoleLayout({ children }: { children: ReactNode }) {
  return (
    <Layout menu={ConsoleMenu} appBar={ConsoleBar}>
      {children}
    </Layout>
  )
}

/** The entries of the menu by the work they belong to, each with the action that opens it. */
const MENU = [
  [
    ['tickets', 'support.list'],
    ['people', 'users.show'],
    ['answers', 'support.templates'],
  ],
  [
    ['payments', 'payments.list'],
    ['refunds', 'refunds.list'],
    ['finance', 'report.run'],
  ],
  [
    ['titles', 'catalogue.list'],
    ['schedule', 'schedule.list'],
    ['home', 'home.preview'],
    ['live', 'live.list'],
    ['comments', 'comments.list'],
  ],
  [
    ['sales', 'packages.list'],
    ['messages', 'message.show'],
  ],
  [
    ['team', 'staff.list'],
    ['requests', 'users.erase'],
    ['audit', 'audit.list'],
    ['jobs', 'jobs.list'],
  ],
] as const

function ConsoleMenu() {
  const { permissions = {} } = usePermissions<StaffPermissions>()
  const translate = useTranslate()
  const groups = MENU.map(group => group.filter(([, action]) => action in permissions))
  return (
    <Menu>
      <Menu.Item to="/" primaryText={translate('staff.today')} leftIcon={<TODAY_ICON />} />
      {groups
        .filter(group => group.length > 0)
        .map(group => [
          <Divider key={`before ${group[0]?.[0]}`} sx={{ my: 0.5 }} />,
          ...group.map(([name]) => {
            const isList = name in LIST_ICONS
            const Icon = { ...LIST_ICONS, ...AREA_ICONS }[name]
            const key = isList ? `lists.${name}` : `areas.${name}`
            return (
              <Menu.Item
                key={name}
                to={`/${name}`}
                primaryText={translate(key)}
                leftIcon={<Icon />}
              />
            )
          }),
        ])}
      <Divider sx={{ my: 0.5 }} />
      <Menu.Item
        to="/actions"
        primaryText={translate('areas.actions')}
        leftIcon={<AREA_ICONS.actions />}
      />
    </Menu>
  )
}

function ConsoleBar() {
  return <AppBar userMenu={<ConsoleUserMenu />} toolbar={<BarTools />} />
}

function BarTools() {
  const translate = useTranslate()
  return (
    <>
      {otherLanguages(staffLanguage()).map(language => (
        <Button
          key={language}
          color="inherit"
          size="small"
          startIcon={<TranslateIcon />}
          lang={language}
          onClick={() => changeStaffLanguage(language)}
        >
          {translate(`staff.languages.${language}`)}
        </Button>
      ))}
      <ToggleThemeButton />
      <LoadingIndicator />
    </>
  )
}

function ConsoleUserMenu() {
  return (
    <UserMenu>
      <SessionsItem />
      <Logout />
    </UserMenu>
  )
}

function SessionsItem() {
  const translate = useTranslate()
  const menu = useUserMenu()
  return (
    <MenuItem component={RouterLink} to="/sessions" onClick={() => menu?.onClose()}>
      <ListItemIcon>
        <AccountIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>{translate('lists.sessions')}</ListItemText>
    </MenuItem>
  )
}
