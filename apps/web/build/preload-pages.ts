import type { Plugin, Rolldown } from 'vite';

/** Pieces that stand behind the login, by the paths that begin with them; the start knows of them late. */
const PIECES = [
  { name: 'frame', path: '^/.' },
  { name: 'lists', path: '^/.' },
  { name: 'patients', path: '^/pacientes/?$' },
];

/**
 * The code of the page that is opened is asked for from its head, beside the start and not after it.
 * The login asks for none of it, nor does the bare address, which leads there or to somebody's home.
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
      for (const { path, files } of ${JSON.stringify(pieces)}) {
        if (location.pathname.startsWith('/login') || !new RegExp(path).test(location.pathname)) continue;
        for (const file of files) {
          const link = document.createElement('link');
          link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload';
          link.as = file.endsWith('.css') ? 'style' : 'script';
          link.crossOrigin = '';
          link.href = '/' + file;
          document.head.append(link);
        }
      }
    `;
}
