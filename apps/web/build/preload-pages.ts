import type { Plugin, Rolldown } from 'vite';

/** Pieces that stand behind the login, by the paths that begin with them; the start knows of them late. */
const PIECES = [
  { name: 'frame', path: '^/.' },
  { name: 'lists', path: '^/.' },
  { name: 'patients', path: '^/pacientes/?$' },
];

/** Who is signed in; every page asks for it first. */
const SESSION = '/api/auth/get-session';

/** The list of most visits as it is without filters, and where it stands. */
const LIST = {
  path: '^/pacientes/?$',
  request: '/v1/user/list?status=0&upcoming=false&sort=-createDate',
};

/**
 * The code of the page that is opened is asked for from its head, beside the start and not after it.
 * So are the session and, for who has one, the list; the code that asks for the same finds the answer
 * under way (`lib/api/asked-early.ts`). The login asks for none of these, nor does the bare address,
 * which leads there or to somebody's home.
 */
export function preloadPages(): Plugin {
  return {
    name: 'simiente:preload-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const pieces = PIECES.map(({ name, path }) => ({ path, files: filesOf(bundle, name) }));
        return [{ tag: 'script', children: scriptOf(pieces), injectTo: 'head' }];
      },
    },
  };
}

function filesOf(bundle: Rolldown.OutputBundle, name: string): string[] {
  const piece = Object.values(bundle).find(
    (chunk) => chunk.type === 'chunk' && chunk.name === name,
  );
  if (piece?.type !== 'chunk') throw new Error(`the piece ${name} is not in the bundle`);
  return [piece.fileName, ...(piece.viteMetadata?.importedCss ?? [])];
}

function scriptOf(pieces: readonly { path: string; files: readonly string[] }[]): string {
  return `
      (() => {
        const { pathname, search } = location;
        if (pathname.startsWith('/login')) return;
        const asked = (globalThis.simienteAsked = new Map());
        const isAt = (path) => new RegExp(path).test(pathname);
        if (pathname !== '/') {
          const session = fetch('${SESSION}');
          const body = session.then((answer) => answer.clone().json());
          asked.set('${SESSION}', session);
          // With filters, or a text in its search box, the list is another.
          if (isAt('${LIST.path}') && search === '' && !history.state?.searchKey) {
            const mayRead = body.then((found) => found && found.twoFactor !== 'missing');
            asked.set('${LIST.request}', mayRead.then((may) => may && fetch('${LIST.request}')));
          } else body.catch(() => {});
          for (const answer of asked.values()) answer.catch(() => {});
        }
        for (const { path, files } of ${JSON.stringify(pieces)}) {
          if (!isAt(path)) continue;
          for (const file of files) {
            const link = document.createElement('link');
            link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload';
            link.as = file.endsWith('.css') ? 'style' : 'script';
            link.crossOrigin = '';
            link.href = '/' + file;
            document.head.append(link);
          }
        }
      })();
    `;
}
