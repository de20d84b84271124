import * as client from 'openid-client';
import type { Logger } from 'pino';
import { RETRY_AFTER_UNAVAILABLE } from '../../failures.ts';
import { Problem } from '../../problem.ts';

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Name on the button: 'Entrar con …'. */
  readonly name: string;
}

export interface ProviderAccount {
  readonly issuer: string;
  /** The provider's id of the account, which it never reuses. */
  readonly subject: string;
  /** Label for the owner; never used to find an account. */
  readonly label: string | null;
  /** Time of the person's last authentication at the provider, in seconds since 1970. */
  readonly authenticatedAt: number | null;
}

export interface ExpectedAnswer {
  /** The page that the provider sends the browser to. */
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export type Provider = ReturnType<typeof createProvider>;

/** Seconds for each request to the provider; short, because a user waits. */
const REQUEST_TIMEOUT = 8;

/** Milliseconds for which the provider's metadata are cached. */
const METADATA_TTL = 10 * 60_000;
/** Milliseconds for which a failure to read the metadata is cached. */
const FAILURE_TTL = 3_000;

const MAX_LABEL_LENGTH = 200;

/** Errors that mean a rejection by the provider or the user; others are faults. */
const REJECTIONS = new Set([
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

export function createProvider(settings: ProviderSettings, log: Logger, timeout = REQUEST_TIMEOUT) {
  const { issuer, clientId, clientSecret, name } = settings;
  const insecure = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
  let metadata: Promise<client.ServerMetadata> | undefined;
  let expiresAt = 0;

  function readMetadata(): Promise<client.ServerMetadata> {
    if (metadata && Date.now() < expiresAt) return metadata;
    expiresAt = Date.now() + METADATA_TTL;
    metadata = client
      .discovery(new URL(issuer), clientId, undefined, client.None(), {
        execute: insecure,
        timeout,
      })
      .then((config) => config.serverMetadata());
    metadata.catch(() => {
      expiresAt = Date.now() + FAILURE_TTL;
    });
    return metadata;
  }

  /** The provider's keys are read again each time, so that a new key is accepted immediately. */
  async function configure(): Promise<client.Configuration> {
    const server = await readMetadata();
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authentication = methods.includes('client_secret_basic')
      ? client.ClientSecretBasic(clientSecret)
      : client.ClientSecretPost(clientSecret);
    const config = new client.Configuration(server, clientId, undefined, authentication);
    config.timeout = timeout;
    for (const extension of insecure) extension(config);
    // By default the library does not verify signatures of tokens that it fetched over TLS.
    client.enableNonRepudiationChecks(config);
    return config;
  }

  function throwProblem(cause: unknown): never {
    const code = getErrorCode(cause);
    const isRejection =
      cause instanceof client.AuthorizationResponseError ||
      (cause instanceof client.ResponseBodyError && cause.error === 'invalid_grant') ||
      REJECTIONS.has(code);
    // Only the code is logged, because messages may quote a token.
    log.warn({ code }, isRejection ? 'rejected by the identity provider' : 'no identity provider');
    if (isRejection) throw new Problem('PROVIDER_REFUSED');
    throw new Problem('PROVIDER_UNAVAILABLE', { retryAfter: RETRY_AFTER_UNAVAILABLE });
  }

  return {
    name,
    issuer,
    /**
     * @param how.fresh whether the provider must ask for the password again
     * @throws Problem PROVIDER_UNAVAILABLE
     */
    async authorizationUrl(
      { redirectUri, state, nonce, verifier }: ExpectedAnswer,
      { fresh, email }: { readonly fresh: boolean; readonly email?: string | undefined },
    ): Promise<string> {
      const config = await configure().catch(throwProblem);
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // With max_age the provider must report the time of authentication.
        ...(fresh && { prompt: 'login', max_age: '0' }),
        ...(email !== undefined && { login_hint: email }),
      });
      return url.href;
    },
    /**
     * Exchanges the code of an answer for an ID token, whose signature, issuer, audience, times and nonce are
     * checked.
     * @param answer the query of the URL to which the provider sent the browser
     * @throws Problem PROVIDER_UNAVAILABLE, PROVIDER_REFUSED
     */
    async redeem(
      { redirectUri, state, nonce, verifier }: ExpectedAnswer,
      answer: URLSearchParams,
    ): Promise<ProviderAccount> {
      const config = await configure().catch(throwProblem);
      const tokens = await client
        .authorizationCodeGrant(config, new URL(`${redirectUri}?${answer}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        .catch(throwProblem);
      const claims = tokens.claims();
      if (!claims) throw new Problem('PROVIDER_REFUSED');
      return {
        issuer: claims.iss,
        subject: claims.sub,
        label: getLabel(claims),
        authenticatedAt: typeof claims.auth_time === 'number' ? claims.auth_time : null,
      };
    },
  };
}

function getErrorCode(cause: unknown): string {
  const { code, error, name } = cause as Partial<Record<'code' | 'error' | 'name', unknown>>;
  const text = [error, code, name].find((value) => typeof value === 'string' && value !== '');
  return String(text ?? 'unknown').slice(0, 60);
}

function getLabel({ email, preferred_username, name }: client.IDToken): string | null {
  const label = [email, preferred_username, name].find(
    (value): value is string => typeof value === 'string' && value.trim() !== '',
  );
  return (
    label
      ?.replaceAll(/\p{C}+/gu, ' ')
      .trim()
      .slice(0, MAX_LABEL_LENGTH) ?? null
  );
}
