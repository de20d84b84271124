import type { Address } from '../../schema/partners.ts';

/** The order in which an address is said; jsonb keeps none. Parts of other names come after these. */
const USUAL_PARTS = ['street', 'neighborhood', 'city', 'state', 'zip', 'country'];

/** An address in one line, as people write it; null where there is none. */
export function addressLine(address: Address | null): string | null {
  if (address === null) return null;
  const line = typeof address === 'string' ? address : partsOf(address).join(', ');
  return line.trim() || null;
}

function partsOf(address: Record<string, string>): string[] {
  const place = (name: string) => {
    const known = USUAL_PARTS.indexOf(name);
    return known === -1 ? USUAL_PARTS.length : known;
  };
  return Object.entries(address)
    .toSorted(([first], [second]) => place(first) - place(second))
    .map(([, part]) => String(part).trim())
    .filter((part) => part !== '');
}
