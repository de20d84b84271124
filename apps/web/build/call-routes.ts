import { minifyContractRouter } from '@orpc/contract';
import type { Plugin } from 'vite';

const MODULE = 'virtual:call-routes';

/**
 * What the browser needs to know of the calls: the method and path of each. The server checks the
 * schemas, whose code was a third of what every screen had to run first.
 */
export function callRoutes(): Plugin {
  return {
    name: 'simiente:call-routes',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    async load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      const { contract } = await import('@simiente/contract');
      return `export const contract = ${JSON.stringify(minifyContractRouter(contract))}`;
    },
  };
}
