// The bank's own pages: server-rendered forms without scripts, in both languages at once, since a bank does not know
// the language of the shop. The fields of the card have no names, so that no card data is ever sent.
import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { DEFAULT_LANGUAGE, otherLanguages } from '#src/contract/languages.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import { dir } from '#src/lib/i18n/languages.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import { formatNumber } from '#src/lib/text/number.ts'
import { formatPrice } from '#src/lib/text/price.ts'
import type { BankPayment } from './store.ts'

export const BANK_PATH = '/fake'
type Html = ReturnType<typeof html>
type BankKey = Extract<Key, `bank.${string}`>

// The shop's pages fade into the next page. A page that does not opt in causes an error in the browser, and the style
// sheet arrives too late to opt in: the rule is therefore in the page.
const TAKES_PART = '@view-transition{navigation:auto}'
const STYLE_HASH = createHash('sha256').update(TAKES_PART).digest('base64')

const CARD_SHOWN = '6037 9900 0000 0006'

/** Returns a text in all languages of the site. */
export function bilingualText(key: BankKey, params: Record<string, string | number> = {}): Html {
  const small = otherLanguages(DEFAULT_LANGUAGE).map(
    language =>
      html`<small lang="${language}" dir="${dir(language)}">${getT(language)(key, params)}</small>`,
  )
  return html`<span>${getT(DEFAULT_LANGUAGE)(key, params)} ${small}</span>`
}

/** Returns a reply with its own policy: a style sheet, forms to this bank and, through it, to the shop; nothing else. */
export function bankReply(body: Html, formTargets: string[] = [], status = 200): Response {
  const targets = ["'self'", ...formTargets].join(' ')
  const policy = `default-src 'none'; style-src 'self' 'sha256-${STYLE_HASH}'; font-src 'self'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`
  return new Response(String(body), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
      // Banks check from which site a payer comes, so only the origin is sent on.
      'Referrer-Policy': 'strict-origin-when-cross-origin',
    },
  })
}

export function bankPage(body: Html, refresh: string | null = null): Html {
  const then = refresh ? html`<meta http-equiv="refresh" content="${refresh}">` : ''
  return html`<!doctype html>
<html lang="${DEFAULT_LANGUAGE}" dir="${dir(DEFAULT_LANGUAGE)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${getT(DEFAULT_LANGUAGE)('bank.title')}</title>
<style>${raw(TAKES_PART)}</style>
<link rel="stylesheet" href="${BANK_PATH}/bank.css">
${then}
</head>
<body>
<header><b>${bilingualText('bank.title')}</b><i aria-hidden="true"></i></header>
<aside class="demo">${bilingualText('bank.demo')}</aside>
<main>${body}</main>
</body>
</html>`
}

export function messagePage(key: BankKey, back: string | null): Html {
  const link = back
    ? html`<p><a class="button" href="${back}">${bilingualText('bank.back')}</a></p>`
    : ''
  return bankPage(html`<section class="message"><h1>${bilingualText(key)}</h1>${link}</section>`)
}

export function latePage(back: string, seconds: number): Html {
  return bankPage(
    html`<section class="message"><h1>${bilingualText('bank.late')}</h1></section>`,
    `${seconds};url=${back}`,
  )
}

export function payPage(payment: BankPayment): Html {
  const action = `${BANK_PATH}/pay/${payment.gateway}/${payment.authority}`
  const rials = getT(DEFAULT_LANGUAGE)('bank.rials', { amount: payment.amount })
  return bankPage(html`
<form method="post" action="${action}">
<section class="card">
${field('bank.card', CARD_SHOWN, 'card')}
${field('bank.cvv', '0006', 'short')}
<div class="pair">${field('bank.cardMonth', '11', 'short')}${field('bank.cardYear', '09', 'short')}</div>
${field('bank.otp', '123456', 'short')}
<button class="button pay" name="action" value="pay">${bilingualText('bank.pay')}</button>
<button class="button cancel" name="action" value="cancel">${bilingualText('bank.cancel')}</button>
<details><summary>${bilingualText('bank.more')}</summary>
<button class="button plain" name="action" value="vanish">${bilingualText('bank.payVanish')}</button>
<button class="button plain" name="action" value="late">${bilingualText('bank.payLate')}</button>
</details>
</section>
</form>
<section class="order">
<h1>${bilingualText('bank.amount')}</h1>
<p class="amount">${rials}</p>
<p>${formatPrice(payment.amount, DEFAULT_LANGUAGE)}</p>
<dl>
${row('bank.merchant', getT(DEFAULT_LANGUAGE)('bank.merchantName'))}
${row('bank.order', payment.description)}
${payment.mobile ? row('bank.mobile', html`<bdi dir="ltr">${maskMsisdn(payment.mobile)}</bdi>`) : ''}
</dl>
</section>`)
}

function field(key: BankKey, value: string, kind: string): Html {
  return html`<label class="${kind}">${bilingualText(key)}
<input value="${value}" inputmode="numeric" autocomplete="off" dir="ltr" maxlength="19"></label>`
}

function row(key: BankKey, value: string | Html): Html {
  return html`<dt>${bilingualText(key)}</dt><dd>${value}</dd>`
}

export function dashboardPage(
  payments: BankPayment[],
  faults: Array<Record<string, unknown>>,
): Html {
  const rows = payments.map(
    ({ gateway, amount, status, description }) =>
      html`<tr><td>${gateway}</td><td>${formatNumber(amount, DEFAULT_LANGUAGE)}</td><td>${status}</td><td>${description}</td></tr>`,
  )
  const list = faults.map(
    ({ call, fault, times }) =>
      html`<li dir="ltr">${String(call)} ${String(fault)} ${String(times)}</li>`,
  )
  return bankPage(html`<section class="order"><table>${rows}</table><ul>${list}</ul></section>`)
}
