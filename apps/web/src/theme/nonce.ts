/**
 * The value that allows a `<style>` made by script under the content security policy. Vite writes it
 * into the page's head as a placeholder, which the server replaces in every page it sends.
 */
export function pageNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce ?? '';
}

/** The scroll lock of modals reads its nonce under this name, which bundlers agree upon. */
export function shareNonce(): void {
  const nonce = pageNonce();
  if (nonce !== '') Object.assign(globalThis, { __webpack_nonce__: nonce });
}
