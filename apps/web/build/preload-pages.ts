import type { Plugin, Rolldown } from 'vite';

/** The chunk of pages behind the login; the start chunk would request it late. */
const CHUNK = 'frame';

/** The session; every page requests it first. */
const SESSION = '/api/auth/get-session';

/** The most visited list without filters, and its path. */
const LIST = {
  path: '^/pacientes/?$',
  request: '/v1/user/list?status=0&upcoming=false&incomplete=false&sort=-createDate',
};

/**
 * The page's head preloads the code of pages behind the login, in parallel with the start chunk. It also
 * requests the session and, on that page, the list; the code that requests the same later finds the
 * pending answer (`lib/api/early-answers.ts`). Pages that a link opens without a session, such as /invitacion,
 * do so too, because they lead behind the login. The login does not, so that it loads as little as possible,
 * and neither does `/`, which redirects to the login or to a user's home.
 */
export function preloadPages(): Plugin {
  return {
    name: 'simiente:preload-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        return [{ tag: 'script', children: scriptOf(filesOf(bundle, CHUNK)), injectTo: 'head' }];
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

function scriptOf(files: readonly string[]): string {
  return `
      (() => {
        const { pathname, search } = location;
        if (pathname.startsWith('/login') || pathname === '/') return;
        const answers = (globalThis.simienteEarlyAnswers = new Map());
        const session = fetch('${SESSION}');
        const body = session.then((answer) => answer.clone().json());
        answers.set('${SESSION}', session);
        // With filters or a search text, the page requests a different list.
        if (new RegExp('${LIST.path}').test(pathname) && search === '' && !history.state?.searchKey) {
          const mayRead = body.then((found) => found && found.twoFactor !== 'missing');
          answers.set('${LIST.request}', mayRead.then((may) => may && fetch('${LIST.request}')));
        } else body.catch(() => {});
        for (const answer of answers.values()) answer.catch(() => {});
        for (const file of ${JSON.stringify(files)}) {
          const link = document.createElement('link');
          link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload';
          link.as = file.endsWith('.css') ? 'style' : 'script';
          link.crossOrigin = '';
          link.href = '/' + file;
          document.head.append(link);
        }
      })();
    `;
}
