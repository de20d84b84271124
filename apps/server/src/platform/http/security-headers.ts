import type { FastifyInstance } from 'fastify';
import { REQUEST_ID_HEADER } from './request-log.ts';

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'";
/** Content security policy for data, which load nothing, submit nothing and appear in no frame. */
export const DATA_POLICY = `${NOTHING}; frame-ancestors 'none'`;
/** `DATA_POLICY`, except that our own pages may frame the answer. */
export const FRAMED_DATA_POLICY = `${NOTHING}; frame-ancestors 'self'`;

/** Two years, as hstspreload.org recommends. */
const HSTS = 'max-age=63072000; includeSubDomains';

const DENIED_FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
];

export type SecurityHeaders = Readonly<Record<string, string>>;

/**
 * Security headers of every answer, also of a 404. The web app, the API's pages and stored files override the
 * content security policy.
 */
export function securityHeaders(secure: boolean): SecurityHeaders {
  return {
    'content-security-policy': DATA_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': DENIED_FEATURES.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(secure ? { 'strict-transport-security': HSTS } : {}),
  };
}

/** Sends the security headers, and the id with which a request is found in the log and the audit. */
export function registerSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, [REQUEST_ID_HEADER]: request.id });
  });
}

export interface MapTiles {
  /** `https://tiles.example/{z}/{x}/{y}.png`, in Leaflet's syntax. */
  readonly url: string;
  /** Plain text. */
  readonly attribution: string;
}

const NAMES = /\{([^}]*)\}/g;

/** Whether a text is a tile URL with a single origin. */
export function isTileUrl(text: string): boolean {
  const names = [...text.matchAll(NAMES)].map(([, name]) => name);
  const has = (name: string) => names.includes(name);
  // {r} selects the resolution. {s} is not allowed, because it stands for several origins.
  const areKnown = names.every((name) => ['z', 'x', 'y', 'r'].includes(name ?? ''));
  const origin = tileOrigin(text);
  return (
    areKnown && has('z') && has('x') && has('y') && origin !== null && !/[\s;,'"<>]/.test(text)
  );
}

/** The origin that the content security policy allows for tiles; null without tiles. */
export function tileOrigin(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, origin, username, password } = new URL(url);
  const isPlain = /^https?:$/.test(protocol) && username === '' && password === '';
  // Braces are allowed in the path, never in the host.
  return isPlain && !/[{}%]/.test(origin) ? origin : null;
}
