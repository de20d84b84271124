import type { LegacyExport } from '@simiente/builders/records';

/** What a product begins with. */
export type Dataset =
  /** Nobody. */
  | { readonly kind: 'empty' }
  /** As many believable patients, with all that belongs to them, as in a demonstration. */
  | { readonly kind: 'demo'; readonly patients: number }
  /** Exactly these records. */
  | { readonly kind: 'export'; readonly records: LegacyExport };

export type HostRequest = { readonly id: number } & (
  | { readonly order: 'start'; readonly dataset: Dataset }
  | { readonly order: 'stop'; readonly url: string }
);

export interface ProductFacts {
  readonly url: string;
  readonly staff: { readonly name: string; readonly email: string; readonly password: string };
}

export interface HostAnswer {
  readonly id: number;
  readonly result?: ProductFacts | null;
  readonly error?: string;
}
