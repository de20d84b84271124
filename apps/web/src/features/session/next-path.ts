const HOME = '/home';

/**
 * Where to go after the login: the page that was asked for, when it is one of ours. Anything that a
 * browser could read as an address elsewhere (`//…`, a backslash, a scheme) leads home.
 */
export function nextPath(next: string | undefined): string {
  if (next === undefined || !/^\/(?![/\\])/.test(next) || /[\\\p{Cc}]/u.test(next)) return HOME;
  const url = new URL(next, 'https://simiente.invalid');
  if (url.host !== 'simiente.invalid' || url.pathname === '/login' || url.pathname === '/')
    return HOME;
  return url.pathname + url.search;
}
