import { endpoint } from '../endpoint.ts'

export const getPackagesPage = endpoint({
  name: 'getPackagesPage',
  method: 'GET',
  path: '/widgets/packages',
  access: 'anonymous',
  notForChildren: true,
})

export const groupPackages = endpoint({
  name: 'groupPackages',
  method: 'POST',
  path: '/packages/grouped',
  access: 'anonymous',
  notForChildren: true,
})

export const checkVoucher = endpoint({
  name: 'checkVoucher',
  method: 'GET',
  path: '/packages/voucher',
  access: 'adult',
})

export const getPaymentGateways = endpoint({
  name: 'getPaymentGateways',
  method: 'GET',
  path: '/subscriptions/getPaymentGateway/{packageId}',
  access: 'adult',
})

export const getPaymentGatewaysWithVoucher = endpoint({
  name: 'getPaymentGatewaysWithVoucher',
  method: 'GET',
  path: '/subscriptions/getPaymentGateway/{packageId}/{voucherCode}',
  access: 'adult',
})

export const createSubscription = endpoint({
  name: 'createSubscription',
  method: 'POST',
  path: '/subscriptions',
  access: 'adult',
  idempotent: true,
})

export const paySubscription = endpoint({
  name: 'paySubscription',
  method: 'POST',
  path: '/subscriptions/pay',
  access: 'adult',
  idempotent: true,
})

export const getTransaction = endpoint({
  name: 'getTransaction',
  method: 'GET',
  path: '/subscriptions/getPaymentTransaction/{id}',
  access: 'adult',
})

export const listTransactions = endpoint({
  name: 'listTransactions',
  method: 'GET',
  path: '/users/_self/transactions',
  access: 'adult',
})

export const listSubscriptions = endpoint({
  name: 'listSubscriptions',
  method: 'GET',
  path: '/users/_self/subscriptions',
  access: 'adult',
})

export const listContracts = endpoint({
  name: 'listContracts',
  method: 'GET',
  path: '/direct-debit/contracts',
  access: 'primary',
})

export const createContract = endpoint({
  name: 'createContract',
  method: 'POST',
  path: '/direct-debit/contracts',
  access: 'primary',
  reauth: 'any',
  idempotent: true,
})

export const cancelContract = endpoint({
  name: 'cancelContract',
  method: 'DELETE',
  path: '/direct-debit/contracts/{id}',
  access: 'primary',
  reauth: 'any',
})

export const listBanks = endpoint({
  name: 'listBanks',
  method: 'GET',
  path: '/direct-debit/banks',
  access: 'adult',
})
