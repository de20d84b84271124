import type { Address } from '../../schema/partners.ts';
import {
  degreesOf,
  type Fields,
  flagOf,
  idOf,
  inside,
  isObject,
  longest,
  noteUnknown,
  objectOf,
  Rejection,
  requiredTextOf,
  textOf,
  textsOf,
  urlOf,
} from './fields.ts';
import type { Findings } from './findings.ts';
import { type Incoming, incomingOf } from './incoming.ts';
import type { BranchRow } from './rows.ts';

const known = new Set([
  'id',
  'idBranch',
  'name',
  'address',
  'location',
  'phone',
  'state',
  'website',
  'zip',
  'exam_available',
  // The partner's name is the partner's own; it is not kept a second time.
  'namePartner',
  'partner',
  'utm',
]);
const knownOfLocation = new Set(['lat', 'lng']);
const knownOfPartner = new Set(['id', 'name']);

const LONGEST_ADDRESS = 1_000;
const MOST_ADDRESS_PARTS = 30;
const LONGEST_PART_NAME = 60;

/** Degrees, either way. */
const LATITUDES = 90;
const LONGITUDES = 180;

export function readBranch(
  value: unknown,
  place: string,
  findings: Findings,
): Incoming<BranchRow> | null {
  return incomingOf('branch', place, findings, () => {
    const fields: Fields = { record: objectOf(value), place, pattern: 'branches[]', findings };
    noteUnknown(fields, known);
    return {
      id: idOf(fields, 'idBranch', 'id'),
      partnerId: partnerIdOf(fields),
      name: requiredTextOf(fields, 'name', longest.name),
      address: addressOf(fields),
      ...coordinatesOf(fields),
      phone: textOf(fields, 'phone', longest.phone),
      state: textOf(fields, 'state', longest.label),
      website: urlOf(fields, 'website'),
      zip: textOf(fields, 'zip', longest.phone),
      exams: textsOf(fields, 'exam_available', longest.label),
      utm: flagOf(fields, 'utm'),
    };
  });
}

function partnerIdOf(fields: Fields): string {
  const partner = inside(fields, 'partner', knownOfPartner);
  if (Object.keys(partner.record).length === 0) throw new Rejection('falta partner.id');
  return idOf(partner, 'id');
}

/** Half a position is none. */
function coordinatesOf(fields: Fields): Pick<BranchRow, 'latitude' | 'longitude'> {
  const location = inside(fields, 'location', knownOfLocation);
  const latitude = degreesOf(location, 'lat', LATITUDES);
  const longitude = degreesOf(location, 'lng', LONGITUDES);
  return latitude === null || longitude === null
    ? { latitude: null, longitude: null }
    : { latitude, longitude };
}

/** One text, or named parts, as it came. */
function addressOf(fields: Fields): Address | null {
  const { address } = fields.record;
  if (!isObject(address)) return textOf(fields, 'address', LONGEST_ADDRESS);
  const parts: Fields = {
    record: address,
    place: `${fields.place}.address`,
    pattern: `${fields.pattern}.address`,
    findings: fields.findings,
  };
  const names = Object.keys(address);
  if (names.length > MOST_ADDRESS_PARTS) {
    throw new Rejection(`address pasa de ${MOST_ADDRESS_PARTS} partes`);
  }
  return Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const text = textOf(parts, name, longest.label);
      if (text === null) return [];
      if (name.length > LONGEST_PART_NAME || name.includes('\0') || !name.isWellFormed()) {
        throw new Rejection('address tiene una parte con un nombre que no se puede guardar');
      }
      return [[name, text]];
    }),
  );
}
