import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Html, html } from './html.ts';

/** The style of the plain pages: the tokens of the design, in light and dark, and on paper. */
const STYLE = `
@font-face{font-family:Figtree;src:url(/publico/figtree-regular.ttf) format("truetype");font-weight:400;font-display:swap}
@font-face{font-family:Figtree;src:url(/publico/figtree-semibold.ttf) format("truetype");font-weight:600;font-display:swap}
:root{color-scheme:light dark;--ground:#FAF8F5;--surface:#FFFFFF;--hairline:#E8E6E0;--strong:#DBD8D3;--control:#8E8B85;--ink:#15211D;--ink2:#4C4A45;--ink3:#66635D;--primary:#1C584C;--on:#FFFFFF;--ring:#2B6F62;--pine:#EEF7F4;--pineline:#B8DED5;--pineink:#15443B;--staff:#DAEEE8;--error:#952D2C;--green:#E0F0E2;--greenink:#195029;--amber:#F5EAD9;--amberink:#5D3C00;--red:#FFE3E0;--redink:#762221;--leaf:#1C584C;--bud:#E09375}
@media (prefers-color-scheme:dark){:root{--ground:#0E1412;--surface:#181F1D;--hairline:#27302D;--strong:#3A4541;--control:#77837F;--ink:#E6EBE9;--ink2:#C4CDCA;--ink3:#A5AFAB;--primary:#6EBAA9;--on:#06120F;--ring:#91C8BA;--pine:#20322E;--pineline:#2B6F62;--pineink:#B8DED5;--staff:#20322E;--error:#EF8880;--green:#22362A;--greenink:#C3E3C9;--amber:#333020;--amberink:#EBD6B6;--red:#3A2A28;--redink:#FFC9C4;--leaf:#6EBAA9;--bud:#E09375}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:400 16px/24px Figtree,system-ui,sans-serif;-webkit-text-size-adjust:100%;overflow-wrap:anywhere}
.bar{display:flex;align-items:center;gap:10px;height:56px;padding:0 32px;border-bottom:1px solid var(--hairline);font-size:17px;font-weight:600}
.leaf{fill:var(--leaf)}.bud{fill:var(--bud)}
main{margin:0 auto;padding:72px 16px 64px;max-width:472px}
main.read{padding-top:28px;max-width:712px}
h1{margin:0 0 6px;font-size:24px;line-height:30px;font-weight:600;letter-spacing:-.02em}
p{margin:0 0 12px}
.soft{color:var(--ink2)}
.small{font-size:14px;line-height:20px;color:var(--ink3)}
.card{margin:24px 0 20px;padding:28px;border:1px solid var(--hairline);border-radius:12px;background:var(--surface)}
fieldset{margin:0 0 20px;padding:0;border:0}
legend,label{padding:0;font-size:15px;line-height:20px;font-weight:600}
legend{margin-bottom:10px}
.dates{display:grid;grid-template-columns:1fr 1fr 1.3fr;gap:12px}
.dates label{font-size:14px;font-weight:400;color:var(--ink2)}
input{display:block;width:100%;height:44px;margin-top:6px;padding:0 12px;border:1px solid var(--control);border-radius:8px;background:var(--surface);color:var(--ink);font:inherit;font-size:17px;font-variant-numeric:tabular-nums}
input.code{letter-spacing:.3em}
input[aria-invalid=true]{border-color:var(--error)}
input:focus-visible,button:focus-visible,a:focus-visible,.error:focus-visible{outline:2px solid var(--ring);outline-offset:2px}
.help{margin:8px 0 20px}
.error{margin:0 0 20px;padding:12px 14px;border-radius:8px;background:var(--red);color:var(--redink)}
button{display:inline-flex;align-items:center;justify-content:center;gap:8px;min-height:44px;padding:8px 18px;border:1px solid var(--strong);border-radius:8px;background:var(--surface);color:var(--ink);font:inherit;font-size:15px;font-weight:600;cursor:pointer}
button.primary{width:100%;border-color:var(--primary);background:var(--primary);color:var(--on)}
ul.notes{margin:0;padding:0;list-style:none}
ul.notes li{margin:0 0 8px;padding-left:4px;font-size:14px;line-height:20px;color:var(--ink3)}
.head{display:flex;flex-wrap:wrap;align-items:flex-end;justify-content:space-between;gap:12px;margin-bottom:20px}
.head p{margin:0}
a.button{display:inline-flex;align-items:center;justify-content:center;gap:8px;min-height:44px;padding:8px 12px;border:1px solid var(--strong);border-radius:8px;background:var(--surface);color:var(--ink);font-size:15px;line-height:20px;font-weight:600;text-align:center;text-decoration:none}
.button.plain{border-color:transparent}
.button.wide{width:100%;margin-top:10px}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(120px,1fr));gap:10px;margin-top:10px}
.actions form{margin:0}.actions .button.wide:first-child,.actions .pair:first-child{margin-top:0}
.card.parts{padding:0;overflow:hidden}
.parts>div{padding:20px}
.parts>div+div{border-top:1px solid var(--hairline)}
.parts p{margin:0}.parts .help{margin:8px 0 20px}.parts .error{margin:0 0 20px}
.parts .day{font-size:18px;line-height:24px;font-weight:600}
.parts .hour{font-size:34px;line-height:44px;font-weight:600;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.parts .note>.icon{color:var(--ink3)}
.parts .note b{font-size:15px;font-weight:600}
.strip.green{background:var(--green);color:var(--greenink)}
.strip.amber{background:var(--amber);color:var(--amberink)}
.strip.red{background:var(--red);color:var(--redink)}
.parts .strip>.icon{color:inherit}
.strip p+p{font-size:14px;line-height:20px}
.chips{display:grid;gap:8px}
.chips.six{grid-template-columns:repeat(6,1fr)}
.chips.three{grid-template-columns:repeat(3,1fr)}
.chip input{position:absolute;width:1px;height:1px;margin:0;opacity:0}
.chip span{display:flex;align-items:center;justify-content:center;min-height:44px;border:1px solid var(--strong);border-radius:8px;font-weight:400;cursor:pointer}
.chip input:checked+span{border-color:var(--primary);background:var(--staff);color:var(--pineink);font-weight:600}
.chip input:focus-visible+span{outline:2px solid var(--ring);outline-offset:2px}
textarea{display:block;width:100%;margin-top:6px;padding:10px 12px;border:1px solid var(--control);border-radius:8px;background:var(--surface);color:var(--ink);font:inherit;resize:vertical}
textarea:focus-visible{outline:2px solid var(--ring);outline-offset:2px}
.logo{width:36px;height:36px;border:1px solid var(--hairline);border-radius:8px;background:#fff;object-fit:contain}
.notice{margin:0 0 24px;padding:12px 18px;border:1px solid var(--pineline);border-radius:12px;background:var(--pine);color:var(--pineink);font-size:15px;line-height:22px}
.notice.amber{border-color:transparent;background:var(--amber);color:var(--amberink)}
.notice.red{border-color:transparent;background:var(--red);color:var(--redink)}
.text p{margin:0 0 18px;font-size:18px;line-height:30px;color:var(--ink2)}
.signer{display:flex;flex-wrap:wrap;align-items:center;gap:12px 14px;padding:18px 20px}
.signer>div{flex:1 1 200px}
.signer p{margin:0}
.avatar{display:inline-flex;flex:none;align-items:center;justify-content:center;width:40px;height:40px;border-radius:999px;background:var(--staff);color:var(--pineink);font-size:15px;font-weight:600}
.pill{display:inline-block;padding:4px 12px;border-radius:999px;font-size:14px;line-height:20px;font-weight:600}
.pill::before{content:"";display:inline-block;width:6px;height:6px;margin-right:7px;border-radius:999px;background:currentColor;vertical-align:2px}
.pill.green{background:var(--green);color:var(--greenink)}
.pill.amber{background:var(--amber);color:var(--amberink)}
.pill.red{background:var(--red);color:var(--redink)}
.verdict{padding:0;text-align:center}
.verdict>div{padding:40px 24px 28px}
.verdict>div+div{padding:20px 24px 28px;border-top:1px solid var(--hairline)}
.verdict .sign{display:inline-flex;align-items:center;justify-content:center;width:56px;height:56px;margin-bottom:18px;border-radius:999px}
.verdict .sign.green{background:var(--green);color:var(--greenink)}
.verdict .sign.amber{background:var(--amber);color:var(--amberink)}
.verdict .sign.red{background:var(--red);color:var(--redink)}
.icon{flex:none;fill:none;stroke:currentColor;stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round}
.note{display:flex;gap:10px}
.note .icon{margin-top:1px}
.note.center{justify-content:center;text-align:left}
.verdict p{margin:0}
.verdict b{font-weight:600;letter-spacing:.02em}
.center{text-align:center}
a{color:var(--primary)}
.address{white-space:nowrap}
@media (max-width:48em){.bar{padding:0 16px}main{padding-top:32px}.card:not(.verdict,.parts){padding:20px}}
@media print{body{background:#fff;color:#000}.bar,form,.noprint{display:none}main.read{max-width:none;padding:0}.text p{font-size:12pt;line-height:18pt;color:#000}}
`;

const require = createRequire(import.meta.url);

/** Figtree, in the weights of the pages. SIL Open Font License 1.1. */
const fonts = {
  regular: '400Regular/Figtree_400Regular',
  semibold: '600SemiBold/Figtree_600SemiBold',
};
const FONT_PATH = '/publico/figtree-:weight.ttf';
const FONT_SECONDS = 365 * 24 * 3600;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/**
 * Foreign resources are forbidden; forms go to our own origin, and no page may frame these. The style, and the script
 * of a page that has one, are allowed by their digests.
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

/**
 * Scripts that a page may have. `read` reports that a browser showed the page: programs that look through mail open
 * links, and run no scripts.
 */
const scripts = {
  read: `fetch(location.pathname.replace(/\\/$/,'')+'/leido',{method:'POST'})`,
} as const;

/** The product's mark, two leaves. */
const mark = html`<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M12 12C12 17.5 8 21 3 21C3 16 6.5 12 12 12Z" class="leaf"/><path d="M12 12C12 6.5 16 3 21 3C21 8 17.5 12 12 12Z" class="bud"/></svg>`;

export interface PlainPage {
  readonly title: string;
  readonly body: Html;
  /** `read` for a text to read, wider than a form. */
  readonly width?: 'read';
  /** The clinic leads in place of the product. */
  readonly clinic?: { readonly name: string; readonly logoKey: string | null };
  readonly script?: keyof typeof scripts;
}

/** A page without a session, which works without its script, in light and dark. */
export function wholePage({ title, body, width, clinic, script }: PlainPage): string {
  return html`<!doctype html>
<html lang="es-MX">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<header class="bar">${clinic ? html`${clinic.logoKey === null ? null : html`<img class="logo" src="/publico/logo" alt="" width="36" height="36">`}<span>${clinic.name}</span>` : html`${mark}<span>Simiente</span>`}</header>
<main class="${width ?? 'form'}">
${body}
</main>
${script === undefined ? null : html`<script>${new Html(scripts[script])}</script>`}
</body>
</html>
`.text;
}

/** Not escaped: the style is ours, and its digest must be that of these characters. */
const style = new Html(STYLE);

/** Sends a page that is not cached, not indexed, and sends no referrer. */
export function sendPage(reply: FastifyReply, page: PlainPage, status = 200): FastifyReply {
  reply.code(status).headers(PAGE_HEADERS);
  if (page.script !== undefined) {
    const digest = createHash('sha256').update(scripts[page.script]).digest('base64');
    const more = [`script-src 'sha256-${digest}'`, "connect-src 'self'"];
    reply.header('content-security-policy', policy(...more));
  }
  return reply.send(wholePage(page));
}

/** Headers of everything that a person without a session gets. */
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

/** The font of the pages, which has no personal data. */
export function registerPageFonts(app: FastifyInstance): void {
  const files = new Map<string, Buffer>();
  const read = (weight: keyof typeof fonts) => {
    const known =
      files.get(weight) ??
      readFileSync(require.resolve(`@expo-google-fonts/figtree/${fonts[weight]}.ttf`));
    files.set(weight, known);
    return known;
  };
  app.get<{ Params: { weight: string } }>(
    FONT_PATH,
    { config: { access: 'open', skipsAdmission: true } },
    async ({ params: { weight } }, reply) => {
      if (weight !== 'regular' && weight !== 'semibold') return reply.callNotFound();
      return reply
        .type('font/ttf')
        .header('cache-control', `public, max-age=${FONT_SECONDS}, immutable`)
        .send(read(weight));
    },
  );
}
