import type { Plugin, Rolldown } from 'vite';

/** Chunks of pages behind the login, by path prefix; the start chunk would request them late. */
const CHUNKS = [
  { name: 'frame', path: '^/.' },
  { name: 'lists', path: '^/.' },
  { name: 'patients', path: '^/pacientes/?$' },
];

/** The session; every page requests it first. */
const SESSION = '/api/auth/get-session';

/** The most visited list without filters, and its path. */
const LIST = {
  path: '^/pacientes/?$',
  request: '/v1/user/list?status=0&upcoming=false&incomplete=false&sort=-createDate',
};

/**
 * The page's head preloads the code of the opened page, in parallel with the start chunk. It also
 * requests the session and, on that page, the list; the code that requests the same later finds the
 * pending answer (`lib/api/early-answers.ts`). The login requests none of these, and neither does `/`,
 * which redirects to the login or to a user's home.
 */
export function preloadPages(): Plugin {
  return {
    name: 'simiente:preload-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = CHUNKS.map(({ name, path }) => ({ path, files: filesOf(bundle, name) }));
        return [{ tag: 'script', children: scriptOf(chunks), injectTo: 'head' }];
      },
    },
  };
}

function filesOf(bundle: Rolldown.OutputBundle, name: string): string[] {
  const chunk = Object.values(bundle).find(
    (chunk) => chunk.type === 'chunk' && chunk.name === name,
  );
  if (chunk?.type !== 'chunk') throw new Error(`the chunk ${name} is not in the bundle`);
  return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])];
}

function scriptOf(chunks: readonly { path: string; files: readonly string[] }[]): string {
  return `
      (() => {
        const { pathname, search } = location;
        if (pathname.startsWith('/login')) return;
        const answers = (globalThis.simienteEarlyAnswers = new Map());
        const isAt = (path) => new RegExp(path).test(pathname);
        if (pathname !== '/') {
          const session = fetch('${SESSION}');
          const body = session.then((answer) => answer.clone().json());
          answers.set('${SESSION}', session);
          // With filters, or a text in its search box, the list is another.
          if (isAt('${LIST.path}') && search === '' && !history.state?.searchKey) {
            const mayRead = body.then((found) => found && found.twoFactor !== 'missing');
            answers.set('${LIST.request}', mayRead.then((may) => may && fetch('${LIST.request}')));
          } else body.catch(() => {});
          for (const answer of answers.values()) answer.catch(() => {});
        }
        for (const { path, files } of ${JSON.stringify(chunks)}) {
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
