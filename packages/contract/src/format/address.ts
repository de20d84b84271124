import type { BranchAddress } from '../branches/calls.ts';

/** The Spanish names of address parts, by their key, in reading order. */
const PARTS: Readonly<Record<string, string>> = {
  street: 'calle',
  calle: 'calle',
  number: 'número',
  numero: 'número',
  exteriorNumber: 'número exterior',
  interiorNumber: 'número interior',
  neighborhood: 'colonia',
  colonia: 'colonia',
  city: 'ciudad',
  ciudad: 'ciudad',
  municipality: 'municipio',
  municipio: 'municipio',
  state: 'estado',
  estado: 'estado',
  zip: 'código postal',
  postalCode: 'código postal',
  country: 'país',
  pais: 'país',
};
const ORDER = Object.keys(PARTS);

/**
 * Sorts the parts of an address in reading order, known parts first, because jsonb keeps no order. Skips empty
 * parts.
 */
function toParts(address: Record<string, string>): [name: string, text: string][] {
  const position = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return Object.entries(address)
    .map(([name, text]): [string, string] => [name, text?.trim() ?? ''])
    .filter(([, text]) => text !== '')
    .toSorted(([one], [other]) => position(one) - position(other));
}

/** An address in one line; empty without an address. */
export function addressLine(address: BranchAddress | null): string {
  if (address === null) return '';
  if (typeof address === 'string') return address.trim();
  return toParts(address)
    .map(([, text]) => text)
    .join(', ');
}

/** The number of parts with a text; an address that is one text counts as one part. */
export function countAddressParts(address: BranchAddress | null): number {
  if (address === null) return 0;
  return typeof address === 'string' ? Number(address.trim() !== '') : toParts(address).length;
}

/** A text for the counted parts: 'Dirección en 3 datos: calle, colonia, ciudad'. */
export function describeAddressParts(address: BranchAddress | null): string {
  if (address === null || countAddressParts(address) === 0) return 'Sin dirección';
  if (typeof address === 'string') return 'Dirección en un solo texto';
  const names = toParts(address).map(([name]) => PARTS[name] ?? name);
  return `Dirección en ${names.length} ${names.length === 1 ? 'dato' : 'datos'}: ${names.join(', ')}`;
}
