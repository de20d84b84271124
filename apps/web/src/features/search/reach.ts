import type { SearchResult } from '@simiente/contract/search';
import { hasMatch } from './mark-matches.ts';

/** What a record was found by when it was not the name: an e-mail, a phone, a reason. */
export function matchedReach(result: SearchResult, term: string): string | null {
  if (term === '' || hasMatch(result.name, term)) return null;
  const { email, phone, reason } = { email: null, phone: null, reason: null, ...result };
  return [email, phone, reason].find((text) => text !== null && hasMatch(text, term)) ?? null;
}
