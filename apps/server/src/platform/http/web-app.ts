import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/** The build writes this wherever a nonce belongs; each answer gets a fresh one. */
const NONCE_PLACEHOLDER = /__CSP_NONCE__/g;

/** Vite names each of these by its content, so they never change. */
const IMMUTABLE_SECONDS = 365 * 24 * 3600;

/**
 * Serves the built web app: its assets, and its page at every address that is not a call, so that
 * a link to a screen opens that screen.
 */
export async function registerWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8');
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'open' };
    });
    await scope.register(fastifyStatic, {
      root: path.join(folder, 'assets'),
      prefix: '/assets/',
      index: false,
      dotfiles: 'ignore',
      cacheControl: true,
      immutable: true,
      maxAge: IMMUTABLE_SECONDS * 1000,
      decorateReply: false,
    });
    const icon = path.join(folder, 'favicon.svg');
    if (existsSync(icon)) {
      const drawing = await readFile(icon);
      scope.get('/favicon.svg', (_request, reply) =>
        reply.type('image/svg+xml').header('cache-control', 'max-age=86400').send(drawing),
      );
    }
  });
  app.setNotFoundHandler((request, reply) => {
    if (!asksForPage(request)) throw new Problem('ROUTE_NOT_FOUND');
    return sendPage(reply, page);
  });
}

function asksForPage(request: FastifyRequest): boolean {
  const isCall = /^\/(api|v1|health|assets|docs|openapi\.json)(\/|$|\?)/.test(request.url);
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !isCall &&
    (request.headers.accept?.includes('text/html') ?? false)
  );
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .code(200)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('content-security-policy', pagePolicy(nonce))
    .send(page.replaceAll(NONCE_PLACEHOLDER, nonce));
}

/** Nothing from elsewhere, and no script or style but ours. */
function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
