import type { LegacyExport } from '@simiente/builders/records';
import type { WaitingReason } from '@simiente/contract/results/states';
import type { ProviderSettings } from '@simiente/server/platform/identity/provider/provider';
import type { cloneDatabase } from '@simiente/server/testing/postgres';

/** The data that a product begins with. */
export type Dataset =
  /** No patients. */
  | { readonly kind: 'empty' }
  /** This many realistic patients with all their records, as in a demonstration. */
  | { readonly kind: 'demo'; readonly patients: number }
  /** A demonstration with markup in each free-text field. */
  | { readonly kind: 'hostile'; readonly patients: number }
  /** Exactly these records, and received results without a known patient. */
  | {
      readonly kind: 'export';
      readonly records: LegacyExport;
      readonly received?: readonly WaitingResult[];
      /** Tokens with which laboratories send messages. */
      readonly laboratoryTokens?: Readonly<Record<string, string>>;
    };

/** Received result in the laboratory's words. */
export interface WaitingResult {
  readonly laboratoryId: string;
  readonly reason: WaitingReason;
  readonly patientText?: string;
  readonly nameText?: string;
  readonly birthDateText?: string;
  readonly folioText?: string;
  readonly whereText?: string;
}

/** Source of the map tiles; null without one. */
export type MapTiles = { readonly url: string; readonly attribution: string } | null;

/** The options of a test's product. */
export interface ProductOptions {
  readonly dataset: Dataset;
  readonly mapTiles: MapTiles;
  /** Whether it requires a second step for all its staff. */
  readonly requireTwoFactor: boolean;
  /** Whether the audit is sealed while the product runs, as in production. */
  readonly seals: boolean;
  /** Identity provider for sign-in; null without one. */
  readonly provider: ProviderSettings | null;
}

export type HostRequest =
  | ({
      readonly command: 'start';
      /** Port; 0 for a free one. */
      readonly port: number;
    } & ProductOptions)
  | { readonly command: 'stop'; readonly url: string }
  | { readonly command: 'clone' };

/** How to connect to a migrated and empty database. */
export type EmptyDatabase = Omit<Awaited<ReturnType<typeof cloneDatabase>>, 'drop'>;

interface Credentials {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export interface ProductInfo {
  readonly url: string;
  readonly staff: Credentials;
  /** Another member of the staff. */
  readonly colleague: Credentials;
  /** Account that may administer accounts. */
  readonly administrator: Credentials;
  /** A second administrator, created without the browser. */
  readonly supervisor: Credentials;
}
