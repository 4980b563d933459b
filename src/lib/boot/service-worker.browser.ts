/** Registers the service worker, once a visitor stays: it only shows a page of ours where the connection is lost. */

type Rules = { createScriptURL: (path: string) => string }
type Policies = { createPolicy: (name: string, rules: Rules) => Rules }

const rules: Rules = { createScriptURL: path => path }
const { trustedTypes } = globalThis as { trustedTypes?: Policies }
const policy = trustedTypes?.createPolicy('service-worker', rules) ?? rules
navigator.serviceWorker
  ?.register(policy.createScriptURL('/service-worker.js'))
  // Private windows refuse it; the site works without.
  .catch(() => undefined)

// Makes the file a module: it only runs.
export {}
