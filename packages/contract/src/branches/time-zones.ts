import type { MexicanState } from '../patients/curp.ts';
import { type Position, possibleStates } from './state-bounds.ts';

const CENTRAL = 'America/Mexico_City';

/**
 * Mexico's zones since the law of 28 October 2022. The zones of Tijuana, Ciudad Juárez, Ojinaga and Matamoros
 * observe the daylight saving of the United States.
 */
export const branchTimeZones = [
  CENTRAL,
  'America/Tijuana',
  'America/Hermosillo',
  'America/Mazatlan',
  'America/Ciudad_Juarez',
  'America/Ojinaga',
  'America/Matamoros',
  'America/Bahia_Banderas',
  'America/Cancun',
] as const;
export type BranchTimeZone = (typeof branchTimeZones)[number];

const stateZones: Partial<Record<MexicanState, BranchTimeZone>> = {
  'Baja California': 'America/Tijuana',
  'Baja California Sur': 'America/Mazatlan',
  Nayarit: 'America/Mazatlan',
  'Quintana Roo': 'America/Cancun',
  Sinaloa: 'America/Mazatlan',
  Sonora: 'America/Hermosillo',
};

interface Municipalities {
  readonly state: MexicanState;
  readonly timeZone: BranchTimeZone;
  /** Approximate bounds in degrees that separate these towns from the rest of the state. */
  readonly contains: (position: Position) => boolean;
}

const exceptions: readonly Municipalities[] = [
  {
    state: 'Chihuahua',
    timeZone: 'America/Ciudad_Juarez',
    contains: ({ lat, lng }) => lat >= 30.8 && lng < -105.5,
  },
  {
    state: 'Chihuahua',
    timeZone: 'America/Ojinaga',
    contains: ({ lat, lng }) => lat >= 29 && lng >= -105.2,
  },
  {
    state: 'Coahuila',
    timeZone: 'America/Matamoros',
    contains: ({ lat, lng }) => lat >= 28.2 && lng >= -101.3,
  },
  { state: 'Nuevo León', timeZone: 'America/Matamoros', contains: ({ lat }) => lat >= 27 },
  { state: 'Tamaulipas', timeZone: 'America/Matamoros', contains: ({ lat }) => lat >= 25.6 },
  {
    state: 'Nayarit',
    timeZone: 'America/Bahia_Banderas',
    contains: ({ lat, lng }) => lat <= 20.95 && lng <= -105.1,
  },
];

/** The zone of a place, from its state and position; undefined if several zones are possible, or none is. */
function guessTimeZone(state: string | null, position: Position | null) {
  const zones = possibleStates(state, position).map((name) => {
    const exception = exceptions.find(
      (area) => area.state === name && position && area.contains(position),
    );
    return exception?.timeZone ?? stateZones[name] ?? CENTRAL;
  });
  return new Set(zones).size === 1 ? zones[0] : undefined;
}

interface ZonedBranch {
  readonly timeZone: BranchTimeZone | null;
  readonly state: string | null;
  readonly location: Position | null;
}

/** The zone of a branch: the chosen one or the guess; null means the clinic's zone. */
export function findBranchTimeZone(branch: ZonedBranch): BranchTimeZone | null {
  return branch.timeZone ?? guessTimeZone(branch.state, branch.location) ?? null;
}
