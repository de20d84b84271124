import type { LegacyExport } from '@simiente/builders/records';

/** What a product begins with. */
export type Dataset =
  /** Nobody. */
  | { readonly kind: 'empty' }
  /** As many believable patients, with all that belongs to them, as in a demonstration. */
  | { readonly kind: 'demo'; readonly patients: number }
  /** The same, with markup in each field that holds a text of somebody's. */
  | { readonly kind: 'hostile'; readonly patients: number }
  /** Exactly these records. */
  | { readonly kind: 'export'; readonly records: LegacyExport };

/** Where a product's maps take their tiles from; null for nowhere. */
export type MapTiles = { readonly url: string; readonly attribution: string } | null;

/** What a test wants its product to be. */
export interface Wanted {
  readonly dataset: Dataset;
  readonly mapTiles: MapTiles;
  /** Whether it asks all its staff for a second step. */
  readonly requireTwoFactor: boolean;
}

export type HostRequest =
  | ({ readonly order: 'start' } & Wanted)
  | { readonly order: 'stop'; readonly url: string };

interface StaffFacts {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export interface ProductFacts {
  readonly url: string;
  readonly staff: StaffFacts;
  /** Somebody else who works there. */
  readonly colleague: StaffFacts;
}
