/** A link as an older system kept it; null for what no browser should follow: it may run (`javascript:`). */
export function externalLink(kept: string | null): string | null {
  return kept !== null && /^https?:\/\//i.test(kept) ? kept : null;
}
