/** Whether this browser supports passkeys, and this page has the address to which they are bound. */
export function canUsePasskeys(): boolean {
  const { passkeys } = document.documentElement.dataset;
  return passkeys === location.hostname && 'PublicKeyCredential' in globalThis;
}

/** Displayed name of the OpenID Connect provider; undefined without one. */
export function providerName(): string | undefined {
  return document.documentElement.dataset.provider;
}
