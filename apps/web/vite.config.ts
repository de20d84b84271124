import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { callRoutes } from './build/call-routes.ts';
import { chunkList } from './build/chunk-list.ts';
import { precompress } from './build/precompress.ts';
import { preloadPages } from './build/preload-pages.ts';

/** The process that serves the API in development (`npm run dev` starts both). */
const API = 'http://127.0.0.1:3000';

/**
 * The first paint waits for one font file only: it is asked for from the page's head, beside the
 * scripts, instead of after the style sheet was read.
 */
function preloadLatinFont(): Plugin {
  return {
    name: 'simiente:preload-latin-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) =>
          /figtree-latin-wght-normal.*\.woff2$/.test(file),
        );
        if (font === undefined) throw new Error('the Latin font is not in the bundle');
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' };
        return [{ tag: 'link', attrs: { ...attrs, href: `/${font}` }, injectTo: 'head' }];
      },
    },
  };
}

/** What stands around every page behind the login. */
const FRAME = /src[\\/](features[\\/]shell[\\/]Shell|routes[\\/]_shell([\\/]_guarded)?\.tsx\?)/;
/** What every list is made of, without the menu that is loaded when it is opened. */
const LISTS =
  /src[\\/](ui[\\/](table|list)[\\/]|features[\\/](records|period|list-exports)[\\/](?!ExportMenu))/;
const PATIENTS = /src[\\/]routes[\\/].*[\\/]pacientes\.index\.tsx\?/;

const fileRoutes = tanstackRouter({
  target: 'react',
  routesDirectory: 'src/routes',
  generatedRouteTree: 'src/routeTree.gen.ts',
  routeFileIgnorePattern: '\\.(test|module)\\.',
  autoCodeSplitting: true,
  codeSplittingOptions: {
    // The first page that anybody sees comes with the start; its own code is a hundredth of it.
    splitBehavior: ({ routeId }) => (routeId === '/login' ? [] : undefined),
  },
  quoteStyle: 'single',
  semicolons: true,
});

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  // Tests read the committed route tree: several workers must not write it at the same time.
  plugins: [
    mode === 'test' ? [] : fileRoutes,
    callRoutes(),
    react(),
    preloadLatinFont(),
    preloadPages(),
    precompress(),
    chunkList(),
  ],
  // The server puts a fresh value in place of this word in every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  server: { proxy: { '/api': API, '/v1': API, '/health': API } },
  build: {
    sourcemap: false,
    // Nothing may become a data: address, which the content security policy does not allow.
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [
          // Its package says otherwise of a module that only matters to those who import it; so every
          // page would carry the scroll lock of modals.
          { test: /react-remove-scroll/, sideEffects: false },
          // They only hand on what others hold: who takes one thing takes nothing else along.
          { test: /src[\\/]features[\\/].*[\\/]public\.ts$/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          groups: [
            {
              // Changes only with a new version of React, so it stays in browsers' caches.
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 4,
            },
            // Every page begins with it, so in pieces it would only be more requests.
            { name: 'start', tags: ['$initial'], priority: 3 },
            // What follows is gathered with all that it needs and no piece above has, so that no two
            // pieces need one another: behind the login, then lists, then the list of most visits.
            { name: 'frame', test: FRAME, priority: 2 },
            { name: 'lists', test: LISTS, priority: 1 },
            { name: 'patients', test: PATIENTS },
          ],
        },
      },
    },
  },
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
    // A DOM and the modules anew for each file were five sixths of the time; the setup cleans up after each test.
    isolate: false,
    // As in vitest.config.ts: projects that run together have the same number.
    maxWorkers: 3,
    // A busy machine takes its time; who passes waits for none of it.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
}));
