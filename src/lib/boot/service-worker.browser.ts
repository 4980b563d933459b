/**
 * Registers the service worker after the first interaction. It only shows an offline page when the connection is lost.
 */

type Rules = { createScriptURL: (path: string) => string }
type Policies = { createPolicy: (name: string, rules: Rules) => Rules }

const rules: Rules = { createScriptURL: path => path }
const { trustedTypes } = globalThis as { trustedTypes?: Policies }
const policy = trustedTypes?.createPolicy('service-worker', rules) ?? rules
navigator.serviceWorker
  ?.register(policy.createScriptURL('/service-worker.js'))
  // Private windows refuse service workers; the site works without one.
  .catch(() => undefined)

export {}
