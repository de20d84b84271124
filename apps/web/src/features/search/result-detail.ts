import type { SearchResult } from '@simiente/contract/search';
import { hasSome, missingWords } from './mark-matches.ts';

/** Beside the name: whose an order is and where it sends; of a person, what else they were found by. */
export function detailOf(result: SearchResult, term: string): string | null {
  if (result.kind === 'exam_order') return `${result.patient.name} · ${result.branch.name}`;
  const missing = missingWords(result.name, term);
  const { email, phone, reason } = { email: null, phone: null, reason: null, ...result };
  return [email, phone, reason].find((text) => text !== null && hasSome(text, missing)) ?? null;
}
