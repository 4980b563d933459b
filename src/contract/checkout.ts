import { z } from 'zod'
import {
  Count,
  Id,
  KeyPaging,
  keyPagedList,
  Nothing,
  Rials,
  Timestamp,
  VoucherCode,
} from './fields.ts'
import { PAYMENT_FAILURES } from './values.ts'

/** Amounts in rials. total = price − discount + vat; vat is 10% of (price − discount). */
export const Totals = z.object({
  price: Rials,
  discount: Rials,
  vat: Rials,
  total: Rials,
})
export type Totals = z.infer<typeof Totals>
export const Renewal = z.enum(['once', 'direct_debit'])
export const Package = Totals.extend({
  id: Id,
  title: z.string(),
  description: z.string().nullable(),
  duration_days: Count,
  renewal: Renewal,
  is_best_offer: z.boolean(),
})
export type Package = z.infer<typeof Package>
export const PackageGroup = z.object({
  title: z.string(),
  packages: z.array(Package),
})
export type PackageGroup = z.infer<typeof PackageGroup>
export const Invoice = Totals.extend({
  items: z.array(z.object({ title: z.string(), amount: z.number().int() })),
  voucher_code: z.string().nullable(),
})
export type Invoice = z.infer<typeof Invoice>
export const Gateway = z.object({
  id: Id,
  title: z.string(),
  type: z.enum(['card', 'direct_debit']),
  logo: z.string().nullable(),
})
export type Gateway = z.infer<typeof Gateway>
export const VoucherInfo = z.object({
  kind: z.enum(['discount', 'gift']),
  percent: z.number().nullable(),
  amount: Rials.nullable(),
  package: Package.nullable(),
  total: Rials,
})
export type VoucherInfo = z.infer<typeof VoucherInfo>
export const GatewayPage = z.object({
  invoice: Invoice,
  package: Package,
  gateways: z.array(Gateway),
})
/** A path of the site, to which the user returns after paying. */
const ReturnPath = z
  .string()
  .max(2_048)
  .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u)
export const TransactionStatus = z.enum([
  'created',
  'redirected',
  'verifying',
  'paid',
  'failed',
  'expired',
  'reversed',
])
export const Transaction = z.object({
  id: Id,
  status: TransactionStatus,
  kind: z.enum(['subscription', 'gift', 'direct_debit', 'ticket']),
  package: z.object({ id: Id, title: z.string(), duration_days: Count }).nullable(),
  content: z
    .object({
      id: Id,
      short_id: z.string(),
      slug: z.string(),
      title: z.string(),
    })
    .nullable(),
  amount: Rials,
  invoice: Invoice,
  reference: z.string().nullable(),
  gateway: z.string().nullable(),
  card: z.string().nullable(),
  created_at: Timestamp,
  paid_at: Timestamp.nullable(),
  failure_reason: z.enum(PAYMENT_FAILURES).nullable(),
  subscription_ends_at: Timestamp.nullable(),
  return_path: z.string().nullable(),
})
export type Transaction = z.infer<typeof Transaction>
export const Subscription = z.object({
  id: Id,
  title: z.string(),
  start_time: Timestamp,
  end_time: Timestamp,
  remaining_days: Count,
  price_paid: Rials,
  payment_time: Timestamp.nullable(),
  phone_number: z.string(),
})
export type Subscription = z.infer<typeof Subscription>

export const Contract = z.object({
  id: Id,
  bank: z.object({ code: z.string(), name: z.string() }),
  status: z.enum(['waiting', 'active', 'cancelled', 'expired', 'declined']),
  amount: Rials,
  package: z.object({ id: Id, title: z.string() }),
  next_charge_at: Timestamp.nullable(),
  created_at: Timestamp,
})
export type Contract = z.infer<typeof Contract>

/** Schemas of the inputs and the reply of each call, by the name of its endpoint. */
export const checkoutCalls = {
  getPackagesPage: {
    summary: 'Page of packages',
    data: z.object({
      widgets: z.array(
        z.discriminatedUnion('type', [
          z.object({
            type: z.literal('banner'),
            id: Id,
            title: z.string(),
            text: z.string(),
          }),
          z.object({
            type: z.literal('benefits'),
            id: Id,
            title: z.string(),
            items: z.array(z.object({ icon: z.string(), title: z.string(), text: z.string() })),
          }),
          z.object({
            type: z.literal('packages'),
            id: Id,
            title: z.string(),
            groups: z.array(PackageGroup),
          }),
          z.object({
            type: z.literal('faq'),
            id: Id,
            title: z.string(),
            items: z.array(z.object({ question: z.string(), answer: z.string() })),
          }),
        ]),
      ),
    }),
  },
  groupPackages: {
    summary: 'Packages, priced with a voucher if the body names one',
    body: z.strictObject({ voucher_code: VoucherCode.nullish() }),
    data: z.object({ groups: z.array(PackageGroup) }),
  },
  checkVoucher: {
    summary: 'Value of a voucher',
    query: z.strictObject({ code: VoucherCode, package_id: Id.optional() }),
    data: VoucherInfo,
  },
  getPaymentGateways: {
    summary: 'Invoice and gateways for a package',
    data: GatewayPage,
  },
  getPaymentGatewaysWithVoucher: {
    summary: 'Invoice and gateways for a package with a voucher',
    data: GatewayPage,
  },
  createSubscription: {
    summary: 'Create an invoice; a gift voucher activates at once',
    body: z.strictObject({
      package_id: Id.nullish(),
      voucher_code: VoucherCode.nullish(),
      gateway_id: Id.nullish(),
      return_path: ReturnPath.nullish(),
    }),
    data: z.object({
      transaction_id: Id,
      invoice: Invoice,
      is_activated: z.boolean(),
    }),
  },
  paySubscription: {
    summary: 'Open a payment page at the bank',
    body: z.strictObject({ transaction_id: Id }),
    data: z.object({ redirect_url: z.string() }),
  },
  getTransaction: {
    summary: 'Status of a payment',
    data: Transaction,
  },
  listTransactions: {
    own: true,
    summary: 'Payment history',
    query: z.strictObject(KeyPaging),
    data: keyPagedList(Transaction),
  },
  listSubscriptions: {
    summary: 'Subscription history and the current one',
    query: z.strictObject(KeyPaging),
    data: keyPagedList(Subscription).extend({ current: Subscription.nullable() }),
  },
  listContracts: {
    own: true,
    summary: 'Direct-debit contracts',
    data: z.object({ items: z.array(Contract) }),
  },
  createContract: {
    own: true,
    summary: 'Open a direct-debit contract at a bank',
    body: z.strictObject({
      bank_code: z.string().max(10),
      package_id: Id,
      return_path: ReturnPath.nullish(),
    }),
    data: z.object({ contract: Contract, redirect_url: z.string() }),
  },
  cancelContract: {
    own: true,
    summary: 'Cancel a contract; the current period remains',
    data: Nothing,
  },
  listBanks: {
    own: true,
    summary: 'Banks that offer direct debit',
    data: z.object({
      items: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          is_healthy: z.boolean(),
          logo: z.string().nullable(),
        }),
      ),
    }),
  },
}
