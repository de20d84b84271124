import { describe, expect, test, vi } from 'vitest';
import { chunkList } from '../../apps/web/build/chunk-list.ts';
import { weigh } from './weights.mjs';

const chunk = (
  file,
  { isEntry = false, routes = [], imports = [], css = [], packages = [] } = {},
) => ({
  file,
  isEntry,
  routes,
  imports,
  css,
  packages,
});
const chunks = [
  chunk('start.js', { isEntry: true, imports: ['react.js'], css: ['start.css'] }),
  chunk('react.js', { packages: ['react'] }),
  chunk('list.js', {
    routes: ['src/list.tsx'],
    imports: ['table.js', 'react.js'],
  }),
  chunk('table.js', { css: ['table.css'] }),
  chunk('charts.js', { packages: ['recharts'] }),
];
const sizes = {
  'start.js': 10,
  'react.js': 20,
  'start.css': 3,
  'list.js': 5,
  'table.js': 7,
  'table.css': 2,
  'charts.js': 40,
};
const getSize = (file) => sizes[file];
const first = { name: '/', routes: [], most: 33, without: ['recharts'] };
const list = { name: '/list', routes: ['src/list.tsx'], most: 47, without: ['recharts'] };
const limits = { screens: [first, list], largestPiece: 40 };

describe('the weights of the web', () => {
  test('the weight of a screen is all that it loads with an empty cache, once each', () => {
    expect(weigh(chunks, getSize, limits)).toEqual({
      weights: { '/': 33, '/list': 47 },
      faults: [],
    });
    expect(weigh(chunks, getSize, { ...limits, font: 4 }).faults).toHaveLength(2);
  });

  test('a screen or chunk that is too heavy is reported', () => {
    const { faults } = weigh(chunks, getSize, {
      screens: [{ ...first, most: 32 }],
      largestPiece: 39,
    });
    expect(faults).toEqual([
      '/ weighs 33 bytes and may weigh 32',
      'charts.js weighs 40 bytes and a chunk may weigh 39',
    ]);
  });

  test('a package that a screen does not need is reported, however it is loaded', () => {
    const brought = chunks.map((one) =>
      one.file === 'table.js' ? { ...one, imports: ['charts.js'] } : one,
    );
    const { faults } = weigh(brought, getSize, { ...limits, screens: [{ ...list, most: 100 }] });
    expect(faults).toEqual(['/list loads recharts, which it does not need (charts.js)']);
  });

  test('a route without a chunk is reported', () => {
    const { faults } = weigh(chunks, getSize, { screens: [{ ...list, routes: ['src/gone.tsx'] }] });
    expect(faults).toEqual(['/list: the build does not have src/gone.tsx']);
  });

  test('E-10.2850: a clone in a folder named src lists the same chunks', () => {
    const modules = {
      '/src/simiente/apps/web/src/routes/login.tsx?tsr-split=component': {},
    };
    const emitFile = vi.fn();
    chunkList().generateBundle.call(
      { emitFile },
      {},
      {
        'login.js': { type: 'chunk', fileName: 'login.js', isEntry: false, imports: [], modules },
      },
    );
    const [{ source }] = emitFile.mock.lastCall;
    expect(JSON.parse(source)).toEqual([chunk('login.js', { routes: ['src/routes/login.tsx'] })]);
  });
});
