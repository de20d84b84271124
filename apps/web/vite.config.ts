import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { callRoutes } from './build/call-routes.ts';
import { precompress } from './build/precompress.ts';
import { themeVariables } from './build/theme-variables.ts';

/** The process that serves the API in development (`npm run dev` starts both). */
const API = 'http://127.0.0.1:3000';

/**
 * The first paint waits for one font file only: the page's head preloads it in parallel with the
 * scripts, before the style sheet has been parsed.
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

/**
 * The frame of every page behind the login; the pieces of every list, without the lazy menu of exports and rare
 * parts; and the most visited list.
 */
const FRAME = new RegExp(
  [
    /features[\\/]shell[\\/]Shell|routes[\\/]_shell([\\/]_guarded)?\.tsx\?/,
    /(ui[\\/](table|list)|features[\\/](records|period|list-exports))[\\/](?!DayFilter|DeletionQuestion|ExportMenu|FailedItem|PendingRecord|ViewSwitch)/,
    /routes[\\/].*[\\/]pacientes[\\/]index\.tsx\?/,
  ]
    .map(({ source }) => `src[\\\\/](${source})`)
    .join('|'),
);

const fileRoutes = tanstackRouter({
  target: 'react',
  routesDirectory: 'src/routes',
  generatedRouteTree: 'src/routeTree.gen.ts',
  routeFileIgnorePattern: '\\.(test|module)\\.',
  autoCodeSplitting: true,
  codeSplittingOptions: {
    // The first page that users see is in the start chunk; its own code is a hundredth of that chunk.
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
    themeVariables(),
    react(),
    preloadLatinFont(),
    precompress(),
  ],
  // The server replaces this word with a new value in every page that it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  server: { proxy: { '/api': API, '/v1': API, '/health': API } },
  build: {
    sourcemap: false,
    // The test of the weights of the first screens reads the manifest.
    manifest: true,
    // No asset may become a data: address, which the content security policy forbids.
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [
          // The package declares side effects of a module that has none for other modules; with them every
          // page would load the scroll lock of modals.
          { test: /react-remove-scroll/, sideEffects: false },
          // These files only re-export: importing one name must not load the others.
          { test: /src[\\/]features[\\/].*[\\/]public\.ts$/, sideEffects: false },
        ],
      },
      output: {
        // The first page lists all names, so each letter of a hash counts; these are the shortest. A shared chunk
        // would be named after any one of its modules, so it has no name.
        chunkFileNames: ({ isDynamicEntry, name }) =>
          isDynamicEntry || name === 'frame' ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: [
            {
              // Changes only with a new version of React, so it stays in browsers' caches.
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 4,
            },
            // Every page needs it, so that splitting it would only add requests.
            { name: 'start', tags: ['$initial'], priority: 3 },
            // Modules that nearly every page behind the login needs: the frame, lists, and the most visited of them.
            { name: 'frame', test: FRAME, priority: 2 },
          ],
        },
      },
    },
  },
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    // A new DOM and new modules for each file took five sixths of the time; the setup cleans up after each test.
    isolate: false,
    // Same number as in vitest.config.ts, because projects that run together must agree.
    maxWorkers: 4,
    // Generous for a busy machine; a passing test does not wait for it.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 300_000 } },
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
}));
