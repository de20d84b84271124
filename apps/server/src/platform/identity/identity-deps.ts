import type { SecretConfig } from 'better-auth/crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Database } from '../database/database.ts';
import type { MapTiles } from '../http/security-headers.ts';
import type { SessionEvents } from './events.ts';
import type { TwoFactorRule } from './guard.ts';
import type { IdentityWithin } from './identity.ts';
import type { RelyingParty } from './passkeys/passkeys.ts';
import type { PasswordHashing } from './passwords/password-hash.ts';
import type { BindingLinks } from './provider/bindings.ts';
import type { ProviderVisits } from './provider/pending.ts';
import type { Provider } from './provider/provider.ts';
import type { OwnCookie } from './sessions/session-token.ts';
import type { FindSession } from './sessions/sessions.ts';
import type { SignInAttempts } from './sign-in/attempts.ts';
import type { KnownDevices } from './sign-in/known-devices.ts';

export interface IdentityDeps {
  readonly db: Database;
  readonly identityWithin: IdentityWithin;
  readonly passwords: PasswordHashing;
  /** Encrypts the secrets of second steps. */
  readonly encryptionKey: SecretConfig;
  readonly requireTwoFactor: TwoFactorRule;
  readonly attempts: SignInAttempts;
  readonly devices: KnownDevices;
  /** Holds the token of the browser's sign-in that waits for its second step. */
  readonly secondStepCookie: OwnCookie;
  /** Counts the wrong answers of the owner in one session. */
  readonly sessionAttempts: RateLimiterPostgres;
  /** Null if passkeys cannot be bound to the installation's address. */
  readonly relyingParty: RelyingParty | null;
  /** Holds the token of the challenge that the browser's passkey has to sign. */
  readonly passkeyCookie: OwnCookie;
  readonly passkeyLimit: RateLimiterPostgres;
  readonly provider: Provider | null;
  readonly providerVisits: ProviderVisits;
  readonly bindingLinks: BindingLinks;
  readonly providerLimit: RateLimiterPostgres;
  readonly publicOrigin: string | null;
  readonly findSession: FindSession;
  readonly events: SessionEvents;
  /** Sent with the session, because screens show the clinic's time beside UTC. */
  readonly clinicTimeZone: string;
  /** Sent with the session: the origin of map tiles; null without tiles. */
  readonly mapTiles: MapTiles | null;
}

/** Options of the routes of accounts and sessions. */
export const OPEN = { config: { access: 'open' } } as const;
export const SIGNED_IN = { config: { access: 'session', capabilities: [] } } as const;
/** Options of routes that are also open to a user who still has to set up the second step. */
export const SETTING_UP = {
  config: { access: 'session', capabilities: [], beforeTwoFactor: true },
} as const;

export interface IdentityCall {
  readonly deps: IdentityDeps;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
