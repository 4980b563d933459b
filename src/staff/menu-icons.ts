import Actions from '@mui/icons-material/BoltOutlined'
import Schedule from '@mui/icons-material/CalendarMonthOutlined'
import Messages from '@mui/icons-material/CampaignOutlined'
import Comments from '@mui/icons-material/ChatBubbleOutlineOutlined'
import Payments from '@mui/icons-material/CreditCardOutlined'
import Team from '@mui/icons-material/GroupsOutlined'
import Audit from '@mui/icons-material/HistoryOutlined'
import Requests from '@mui/icons-material/HowToRegOutlined'
import Live from '@mui/icons-material/LiveTvOutlined'
import Sales from '@mui/icons-material/LocalOfferOutlined'
import Titles from '@mui/icons-material/MovieOutlined'
import People from '@mui/icons-material/PersonSearchOutlined'
import Finance from '@mui/icons-material/QueryStatsOutlined'
import Answers from '@mui/icons-material/QuickreplyOutlined'
import Jobs from '@mui/icons-material/SettingsOutlined'
import Tickets from '@mui/icons-material/SupportAgentOutlined'
import Today from '@mui/icons-material/TodayOutlined'
import Refunds from '@mui/icons-material/UndoOutlined'
import Home from '@mui/icons-material/ViewAgendaOutlined'

export const TODAY_ICON = Today
/** Entries of the menu that are lists of react-admin. */
export const LIST_ICONS = {
  tickets: Tickets,
  people: People,
  payments: Payments,
  titles: Titles,
  comments: Comments,
  requests: Requests,
  audit: Audit,
}
/** Entries of the menu that are screens of our own. */
export const AREA_ICONS = {
  refunds: Refunds,
  schedule: Schedule,
  home: Home,
  live: Live,
  sales: Sales,
  messages: Messages,
  finance: Finance,
  answers: Answers,
  team: Team,
  jobs: Jobs,
  actions: Actions,
}
