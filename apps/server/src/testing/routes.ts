import type { FastifyInstance, HTTPMethods } from 'fastify';

/** A route of the server: a method and its declared path (`/v1/files/:id`). */
export interface Route {
  readonly method: HTTPMethods;
  readonly path: string;
}

/** Every route of the server, from Fastify's own listing. */
export function everyRoute(app: FastifyInstance): Route[] {
  const found = app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, path = '', methods = ''] = LINE.exec(line) ?? [];
      if (indent === undefined) {
        if (line.trim() !== '') throw new Error(`No route can be read from ${line}`);
        return [];
      }
      return [{ depth: indent.length / 4, path, methods }];
    });
  const parents: string[] = [];
  return found.flatMap(({ depth, path, methods }) => {
    parents.length = depth;
    const whole = parents.join('') + path;
    parents.push(path);
    return methods.split(', ').map((method) => ({
      method: method as HTTPMethods,
      path: whole.replace('*', '/static/swagger-ui.css'),
    }));
  });
}

/** `│   └── _appointment (POST)`: the depth, the rest of the path, the methods. */
const LINE = /^((?:[│ ] {3})*)[├└]── (\S+) \((.+)\)$/;

/** Routes without a session or a token. */
export const OPEN_ROUTES = [
  'GET /api/auth/get-session',
  'GET /cita/:token',
  'GET /cita/:token/cancelar',
  'GET /cita/:token/cita.ics',
  'GET /cita/:token/otro-horario',
  'GET /entrega/:token',
  'GET /health/live',
  'GET /health/ready',
  'GET /publico/figtree-:weight.ttf',
  'GET /publico/logo',
  'GET /verificar',
  'GET /verificar/:code',
  'HEAD /api/auth/get-session',
  'HEAD /cita/:token',
  'HEAD /cita/:token/cancelar',
  'HEAD /cita/:token/cita.ics',
  'HEAD /cita/:token/otro-horario',
  'HEAD /entrega/:token',
  'HEAD /health/live',
  'HEAD /health/ready',
  'HEAD /publico/figtree-:weight.ttf',
  'HEAD /publico/logo',
  'HEAD /verificar',
  'HEAD /verificar/:code',
  'POST /api/auth/passkey/sign-in',
  'POST /api/auth/passkey/sign-in-options',
  'POST /api/auth/provider/accept',
  'POST /api/auth/provider/complete',
  'POST /api/auth/provider/sign-in',
  'POST /api/auth/sign-in/email',
  'POST /api/auth/sign-out',
  'POST /api/auth/two-factor/verify-backup-code',
  'POST /api/auth/two-factor/verify-totp',
  'POST /cita/:token/cancelar',
  'POST /cita/:token/confirmar',
  'POST /cita/:token/leido',
  'POST /cita/:token/otro-horario',
  'POST /entrega/:token',
  'POST /entrega/:token/pdf',
  'POST /entrega/:token/pedir',
  'POST /v1/account-link/read',
  'POST /v1/account-link/request',
  'POST /v1/account-link/use',
  'POST /v1/prospects',
];

/** Routes that need their own token, and accept no session. */
export const TOKEN_ROUTES = ['POST /v1/laboratory/messages', 'POST /v1/reports/drafts'];

export const getRouteName = ({ method, path }: Route) => `${method} ${path}`;

/** Every route that needs a session: all except the open ones, and those with their own token. */
export function closedRoutes(app: FastifyInstance): Route[] {
  const others = [...OPEN_ROUTES, ...TOKEN_ROUTES];
  return everyRoute(app).filter((way) => !others.includes(getRouteName(way)));
}
