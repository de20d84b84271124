/** Whether this browser has passkeys, and this page has the address that they are bound to. */
export function canUsePasskeys(): boolean {
  const { passkeys } = document.documentElement.dataset;
  return passkeys === location.hostname && 'PublicKeyCredential' in globalThis;
}

/** Displayed name of the OpenID Connect provider; undefined without one. */
export function providerName(): string | undefined {
  return document.documentElement.dataset.provider;
}
