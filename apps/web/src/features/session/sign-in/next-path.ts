const HOME = '/home';
const OWN_PATH = /^\/(?![/\\])/;

/**
 * Path after the login: the requested page if it is ours. Any address that a browser could treat as another site
 * (`//…`, a backslash, a scheme) leads to the start page.
 */
export function nextPath(next: string | undefined): string {
  if (next === undefined || !OWN_PATH.test(next) || /[\\\p{Cc}]/u.test(next)) return HOME;
  const url = new URL(next, 'https://simiente.invalid');
  // Checked again because the URL resolves dots: '/.//evil' becomes '//evil'.
  if (!OWN_PATH.test(url.pathname) || url.host !== 'simiente.invalid') return HOME;
  return ['/login', '/'].includes(url.pathname) ? HOME : url.pathname + url.search;
}
