/** One case per endpoint: which ids it takes and what it returns about titles. The tests fail for an endpoint without a case. */
import { endpoints } from '#src/contract/all.ts'
import type { Endpoint } from '#src/contract/endpoint.ts'

export type Owned =
  | 'profile'
  | 'session'
  | 'transaction'
  | 'cinema'
  | 'contract'
  | 'lease'
  | 'ticket'
export type CallCase = {
  /** The kind of record whose id is in the path or body; unset if the call takes no private id. */
  owned?: Owned
  /** The reply to an id of another user; `nothing` is a success without effect. */
  stranger?: 'not_found' | 'nothing'
  /**
   * The reply to a child for a title above its age band: 451, or a list without that title. Unset if the call is not about titles
   * or is closed to children.
   */
  child?: 'restricted' | 'hidden'
  body?: (id: string, at: TitleIds) => Record<string, unknown>
  query?: (id: string, at: TitleIds) => Record<string, string>
  params?: (id: string, at: TitleIds) => Record<string, string>
}
/** Further ids for calls that take more than one. */
export type TitleIds = { content: string; file: string; title: string }

export const PASSWORD = 'a quiet evening'
const device = { unique_identifier: 'device-of-the-matrix', platform: 'web' }
const proof = { otp: '123456', tracker_id: 'unknown' }
const none: CallCase = {}
const titles: CallCase = { child: 'hidden' }
const ofTitle: CallCase = { child: 'restricted' }

export const CALL_CASES: Record<string, CallCase> = {
  allowRemoteAccess: { body: id => ({ sessions: [id] }) },
  changePassword: { body: () => ({ new_password: 'another evening', current_password: PASSWORD }) },
  checkPassword: { body: () => ({ password: PASSWORD }) },
  checkSso: { query: id => ({ expiration_token: id }) },
  confirmReauth: { body: () => ({ password: PASSWORD }) },
  endSessions: { owned: 'session', body: id => ({ sessions: [id] }) },
  getApproaches: none,
  getSelf: none,
  listAvatars: none,
  listSessions: none,
  loginByOtp: { body: id => ({ ...proof, tracker_id: id, device }) },
  loginByPassword: { body: () => ({ password: 'a wrong guess', device }) },
  logout: none,
  pollRemoteAccess: none,
  resolveSessions: { body: id => ({ sessions: [id] }) },
  sendOtp: none,
  sendReauthCode: { body: () => ({}) },
  setFirstPassword: { body: () => ({ password: 'another evening' }) },
  startRemoteAccess: { body: () => ({ device }) },
  sendPartnerCode: { body: id => ({ token: id }) },
  thirdPartyLogin: { body: id => ({ token: id, device }) },
  updateSelf: { body: () => ({ name: 'Taken over' }) },

  checkResetPinCode: { owned: 'profile', body: () => proof },
  createProfile: {
    body: () => ({ name: 'Taken over', avatar: 'type-1-1', age_type: 'adult' }),
  },
  deleteProfile: { owned: 'profile', body: () => proof },
  getProfile: { owned: 'profile' },
  listProfiles: none,
  resetPin: { owned: 'profile', body: () => ({ pin: '4321', reset_token: 'unknown' }) },
  sendDeleteCode: { owned: 'profile' },
  sendResetPinCode: { owned: 'profile' },
  setPin: { owned: 'profile', body: () => ({ pin: '4321' }) },
  switchProfile: { owned: 'profile', body: id => ({ profile_id: id, pin: '' }) },
  updateProfile: { owned: 'profile', body: () => ({ name: 'Taken over' }) },

  addComment: { ...ofTitle, body: () => ({ text: 'Taken over' }) },
  dislike: { ...ofTitle, body: () => ({}) },
  getArtist: titles,
  getConditionalProp: ofTitle,
  getConditionalProps: { body: id => ({ ids: [id] }) },
  getContent: ofTitle,
  getGuide: ofTitle,
  like: { ...ofTitle, body: () => ({}) },
  listComments: ofTitle,
  listContents: { ...titles, query: (_, { title }) => ({ query: title }) },
  listPopularTitles: titles,
  reportComment: { body: () => ({}) },

  endLease: { owned: 'lease', stranger: 'nothing' },
  getPlayback: { ...ofTitle, params: (id, { file }) => ({ id, fileId: file, use: 'play' }) },
  heartbeat: {
    ...ofTitle,
    params: (id, { file }) => ({ id, fileId: file }),
    body: id => ({ current_time: 10, lease_id: id }),
  },
  makeReceiverLink: {
    ...ofTitle,
    params: (id, { file }) => ({ id, fileId: file }),
    body: () => ({}),
  },
  reportAdvert: { body: () => ({}) },

  addBookmark: { ...ofTitle, body: id => ({ video_content_id: id }) },
  listBookmarks: titles,
  listContinueWatching: titles,
  listHistory: titles,
  listPersonalRows: titles,
  addReminder: { ...ofTitle, body: id => ({ video_content_id: id }) },
  removeReminder: none,
  removeBookmark: none,
  removeContinueWatching: none,

  getCategory: titles,
  getGlobalData: none,
  getHomePage: titles,
  getSystemMessage: none,
  listCategories: none,
  listSitemapChunks: { params: () => ({ kind: 'contents' }) },
  listForSitemap: { ...titles, params: () => ({ kind: 'contents' }) },
  reportWebVitals: { body: () => ({ page: 'home', device: 'phone', lcp: 1 }) },
  reportClientError: { body: id => ({ message: id }) },

  recordSearchClick: { query: id => ({ contentId: id, position: '1', queryId: id }) },
  search: { ...titles, query: (_, { title }) => ({ query: title }) },

  cancelContract: { owned: 'contract', stranger: 'nothing' },
  checkVoucher: { query: id => ({ code: 'AAAA-BBBB', package_id: id }) },
  createContract: { body: id => ({ bank_code: '062', package_id: id }) },
  createSubscription: { body: id => ({ package_id: id, gateway_id: 'zarinpal' }) },
  getPackagesPage: none,
  getPaymentGateways: none,
  getPaymentGatewaysWithVoucher: none,
  getTransaction: { owned: 'transaction' },
  groupPackages: { body: () => ({}) },
  listBanks: none,
  listContracts: none,
  listSubscriptions: none,
  listTransactions: none,
  paySubscription: { owned: 'transaction', body: id => ({ transaction_id: id }) },

  buyCinemaTicket: { body: () => ({ gateway_id: 'zarinpal' }) },
  getCinemaInvoice: none,
  getCinemaTransaction: { owned: 'cinema' },
  listCinemaGateways: none,
  listCinemaTickets: none,

  addSupportTicketMessage: { owned: 'ticket', body: () => ({ text: 'Taken over' }) },
  createSupportTicket: {
    body: () => ({ title: 'Taken over', text: 'Taken over', department: 'support' }),
  },
  getSupportTicket: { owned: 'ticket' },
  listSupportTickets: none,

  getSurvey: none,
  getSurveyGroup: none,
  getSurveyState: none,
  submitSurvey: { body: id => ({ votes: [{ participant_id: id, count: 1 }] }) },
}

/** Every endpoint of the contract with its case. */
export const ENDPOINT_CASES = endpoints.map(({ name, endpoint }) => {
  return { name, endpoint: endpoint as Endpoint, callCase: CALL_CASES[name] ?? {} }
})
