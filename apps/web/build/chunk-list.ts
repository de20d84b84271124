import type { Plugin } from 'vite';

/** Beside the served folder, not in it. */
const FILE = '.vite/chunks.json';

/** Writes the imports of each chunk, for the check of their sizes (`npm run check`). */
export function chunkList(): Plugin {
  return {
    name: 'simiente:chunk-list',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk'
          ? {
              file: chunk.fileName,
              isEntry: chunk.isEntry,
              routes: Object.keys(chunk.modules).flatMap(findRoute),
              imports: chunk.imports,
              css: [...(chunk.viteMetadata?.importedCss ?? [])],
              packages: [...new Set(Object.keys(chunk.modules).flatMap(findPackage))],
            }
          : [],
      );
      this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(chunks) });
    },
  };
}

/** The component of a route, which the router splits from it. The clone may be in a folder named `src`. */
function findRoute(module: string): string[] {
  const route = /.*[\\/](src[\\/]\S+)\?tsr-split=component$/.exec(module)?.[1];
  return route === undefined ? [] : [route.replaceAll('\\', '/')];
}

function findPackage(module: string): string[] {
  const name = /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(module)?.[1];
  return name === undefined ? [] : [name.replaceAll('\\', '/')];
}
