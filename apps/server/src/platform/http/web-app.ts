import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { html } from '../pages/html.ts';
import { isPublicPageUrl } from '../pages/plain-page.ts';
import { Problem } from '../problem.ts';

/** The build writes this in the place of a nonce, and each answer replaces it. */
const NONCE_PLACEHOLDER = /__CSP_NONCE__/g;

/** Assets never change, because Vite names them by a hash of their content. */
const IMMUTABLE_SECONDS = 365 * 24 * 3600;

/** Files that browsers and crawlers request by fixed names. */
const ROOT_FILES = [
  ['favicon.svg', 'image/svg+xml'],
  ['robots.txt', 'text/plain; charset=utf-8'],
] as const;

interface WebApp {
  readonly folder: string;
  readonly tileOrigin: string | null;
  /** Whether the server can send e-mail. The login page offers a reset link only then. */
  readonly sendsMail: boolean;
  /** Domain of the passkeys, which the login page needs too; null without passkeys. */
  readonly passkeyDomain: string | null;
  /** Displayed name of the OpenID Connect provider; null without one. */
  readonly providerName: string | null;
}

/** Serves the built web app: its assets, and `index.html` at every path that is neither an API route nor a public page. */
export async function registerWebApp(
  app: FastifyInstance,
  { folder, tileOrigin, sendsMail, passkeyDomain, providerName }: WebApp,
): Promise<void> {
  const attributes = [
    ...(sendsMail ? [' data-mail'] : []),
    ...(providerName === null ? [] : [html` data-provider="${providerName}"`.text]),
    ...(passkeyDomain === null ? [] : [` data-passkeys="${passkeyDomain}"`]),
  ].join('');
  const page = (await readFile(path.join(folder, 'index.html'), 'utf8')).replace(
    '<html',
    () => `<html${attributes}`,
  );
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'open', skipsAdmission: true };
    });
    await scope.register(fastifyStatic, {
      root: path.join(folder, 'assets'),
      // The plugin's own route would call `readdir` for every request, to verify the case of the name.
      serve: false,
      cacheControl: true,
      immutable: true,
      // The build writes a compressed copy of each file, because the best compression is too slow for each answer.
      preCompressed: true,
      maxAge: IMMUTABLE_SECONDS * 1000,
    });
    scope.get<{ Params: { name: string } }>(
      '/assets/:name(^[\\w-][\\w.-]*$)',
      ({ params: { name } }, reply) => reply.sendFile(name),
    );
    for (const [name, type] of ROOT_FILES) {
      const file = path.join(folder, name);
      if (!existsSync(file)) continue;
      const content = await readFile(file);
      scope.get(`/${name}`, (_request, reply) =>
        reply.type(type).header('cache-control', 'max-age=86400').send(content),
      );
    }
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (isPublicPageUrl(request.url) || !asksForPage(request)) throw new Problem('ROUTE_NOT_FOUND');
    const nonce = randomBytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pagePolicy(nonce, tileOrigin))
      .code(200)
      .send(page.replaceAll(NONCE_PLACEHOLDER, nonce));
  });
}

function asksForPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  // Uptime probes send no Accept header.
  if (/^\/(\?|$)/.test(url)) return true;
  const isCall = /^\/(api|v1|health|metrics|assets|docs|openapi\.json)(\/|$|\?)/.test(url);
  return !isCall && (headers.accept?.includes('text/html') ?? false);
}

/** The page loads only our own scripts and styles, and from elsewhere only map tiles. */
function pagePolicy(nonce: string, tileOrigin: string | null): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${tileOrigin === null ? '' : ` ${tileOrigin}`}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    // The PDF of an exam, next to the form for its results.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
