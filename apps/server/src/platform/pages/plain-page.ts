import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { errorTable } from '@simiente/contract/common/errors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { SERVER_FOLDER } from '../entry-points.ts';
import type { Problem } from '../problem.ts';
import { Html, html } from './html.ts';

/** Inserted unescaped, because its digest must match the text. */
const STYLE = readFileSync(path.join(SERVER_FOLDER, 'pages', 'plain.css'), 'utf8');

const require = createRequire(import.meta.url);

/** Figtree, in the weights of the pages. SIL Open Font License 1.1. */
const FONT_FILES = {
  regular: '400Regular/Figtree_400Regular',
  semibold: '600SemiBold/Figtree_600SemiBold',
};
const FONT_PATH = '/publico/figtree-:weight.ttf';
const FONT_SECONDS = 365 * 24 * 3600;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/**
 * Content security policy: only our own resources and forms, no frames. The style, and a page's script, are allowed
 * by their digests.
 */
const policy = (...more: readonly string[]) =>
  [
    "default-src 'none'",
    ...more,
    `style-src 'sha256-${styleHash}'`,
    "font-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Reports that a browser showed the page, because mail scanners open links without running scripts. */
const READ_SCRIPT = `fetch(location.pathname.replace(/\\/$/,'')+'/leido',{method:'POST'})`;
const readScriptHash = createHash('sha256').update(READ_SCRIPT).digest('base64');

const mark = html`<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M12 12C12 17.5 8 21 3 21C3 16 6.5 12 12 12Z" class="leaf"/><path d="M12 12C12 6.5 16 3 21 3C21 8 17.5 12 12 12Z" class="bud"/></svg>`;

export interface PlainPage {
  readonly title: string;
  readonly body: Html;
  /** `read` for a text to read, wider than a form. */
  readonly width?: 'read';
  /** The clinic, shown at the top in place of the product. */
  readonly clinic?: { readonly name: string; readonly logoKey: string | null };
  readonly script?: 'read';
}

/** The HTML of a page, which works without its script. */
export function renderPage({ title, body, width, clinic, script }: PlainPage): string {
  return html`<!doctype html>
<html lang="es-MX">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<header class="bar">${clinic ? html`${clinic.logoKey === null ? null : html`<img class="logo" src="/publico/logo" alt="" width="36" height="36">`}<span>${clinic.name}</span>` : html`${mark}<span>Simiente</span>`}</header>
<main class="${width ?? 'form'}">
${body}
</main>
${script === undefined ? null : html`<script>${new Html(READ_SCRIPT)}</script>`}
</body>
</html>
`.text;
}

/** Sends a page that is not cached, not indexed, and sends no referrer. */
export function sendPage(reply: FastifyReply, page: PlainPage, status = 200): FastifyReply {
  reply.code(status).headers(PAGE_HEADERS);
  if (page.script !== undefined) {
    const more = [`script-src 'sha256-${readScriptHash}'`, "connect-src 'self'"];
    reply.header('content-security-policy', policy(...more));
  }
  return reply.send(renderPage(page));
}

/** Headers of every answer to a person without a session. */
export const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
} as const;

export const PAGE_HEADERS = {
  ...PRIVATE,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy(),
} as const;

export function registerPageFonts(app: FastifyInstance): void {
  const fonts = new Map(
    Object.entries(FONT_FILES).map(([weight, file]) => [
      weight,
      readFileSync(require.resolve(`@expo-google-fonts/figtree/${file}.ttf`)),
    ]),
  );
  app.get<{ Params: { weight: string } }>(
    FONT_PATH,
    { config: { access: 'open', skipsAdmission: true } },
    async ({ params: { weight } }, reply) => {
      const font = fonts.get(weight);
      if (font === undefined) return reply.callNotFound();
      return reply
        .type('font/ttf')
        .header('cache-control', `public, max-age=${FONT_SECONDS}, immutable`)
        .send(font);
    },
  );
}

/** Bytes of a form. */
const MAX_FORM_SIZE = 2048;

/** Makes a scope accept HTML forms, and no other content type. */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_SIZE },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}

/** The public addresses, and their subpaths. */
const PAGES = /^\/(cita|entrega|verificar)(?=[/?]|$)/i;

/** Whether all answers at a URL are HTML pages, including failures. */
export function isPublicPageUrl(url: string): boolean {
  try {
    // Decoded, because the router decodes too.
    return PAGES.test(decodeURI(url));
  } catch {
    return PAGES.test(url);
  }
}

/** Explains a problem to a patient or another person without an account. */
export function problemPage({
  code,
  retryAfter,
}: Pick<Problem, 'code'> & Partial<Pick<Problem, 'retryAfter'>>): PlainPage {
  const [title, text] = describeProblem(code, retryAfter);
  return { title, body: html`<h1>${title}</h1><p class="soft">${text}</p>` };
}

function describeProblem(code: Problem['code'], retryAfter = 60): readonly [string, string] {
  const minutes = Math.ceil(retryAfter / 60);
  switch (errorTable[code].status) {
    case 404:
      return [
        'Esta página no existe',
        'Revisa que la dirección esté completa, como en el enlace o en el informe.',
      ];
    case 429:
      return [
        'Demasiados intentos',
        minutes === 1
          ? 'Espera un minuto y vuelve a intentarlo.'
          : `Espera ${minutes} minutos y vuelve a intentarlo.`,
      ];
    case 500:
    case 503:
    case 507:
      return [
        'En este momento no podemos responder',
        'No se perdió nada. Vuelve a intentarlo en unos minutos.',
      ];
    default:
      return ['No se pudo continuar', 'Vuelve a abrir el enlace e inténtalo de nuevo.'];
  }
}
