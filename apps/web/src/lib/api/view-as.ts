/** In this tab, until its user signs out: a reload keeps it. */
const KEY = 'simiente-view-as';

/** The role as which the server is asked to answer; null for the account's own. */
export function readViewAs(): string | null {
  return sessionStorage.getItem(KEY);
}

export function storeViewAs(role: string | null): void {
  if (role === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, role);
}
