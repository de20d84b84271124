/** What people call the OpenID Connect provider of this installation; undefined without one. */
export function providerName(): string | undefined {
  return document.documentElement.dataset.provider;
}
