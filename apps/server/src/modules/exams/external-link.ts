/**
 * A legacy link; null for one that a browser should not follow, since it may run (`javascript:`).
 */
export function externalLink(kept: string | null): string | null {
  return kept !== null && /^https?:\/\//i.test(kept) ? kept : null;
}
