import type { FastifyInstance } from 'fastify';

/** Policy for data: it loads nothing, sends nothing, and is in no frame. */
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'";
export const DATA_POLICY = `${NOTHING}; frame-ancestors 'none'`;
/** The same policy, except that our own pages may frame it. */
export const FRAMED_DATA_POLICY = `${NOTHING}; frame-ancestors 'self'`;

/** Two years, as the browsers' preload list asks for. */
const HSTS = 'max-age=63072000; includeSubDomains';

const PERMISSIONS = [
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
 * Security headers of every answer, also without a route. The page (web-app.ts), the API's pages and our
 * files have policies of their own.
 * @param secure whether clients reach us over TLS
 */
export function securityHeaders(secure: boolean): SecurityHeaders {
  return {
    'content-security-policy': DATA_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': PERMISSIONS.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(secure ? { 'strict-transport-security': HSTS } : {}),
  };
}

/** Sets them on every answer before any other hook. */
export function registerSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}
