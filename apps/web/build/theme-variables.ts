import path from 'node:path';
import { createElement } from 'react';
import type { Plugin } from 'vite';
import { baseTheme } from '../src/theme/base-theme.ts';
import { cssVariablesResolver } from '../src/theme/variables.ts';

/** The file is empty in the tree. */
const FILE = path.join(import.meta.dirname, '../src/theme/variables.css');

const UNUSED = /--mantine-color-(pink|grape|violet|indigo|cyan|teal|lime|yellow)-[\w-]+: [^;]+;/g;

/** Modules that create the variables in the browser, and compute some when imported. */
const MAKERS = /MantineProvider[\\/]Mantine(CssVariables|Classes)[\\/](Mantine\w+)\.mjs$/;

/**
 * The theme's variables as a style sheet, as Mantine renders them. In the browser Mantine would create them before
 * the first paint, in one uninterruptible render, and every style would be computed twice.
 */
export function themeVariables(): Plugin {
  return {
    name: 'simiente:theme-variables',
    async load(id) {
      const [, , maker] = MAKERS.exec(id) ?? [];
      if (maker !== undefined) return `export const ${maker} = () => null`;
      if (id !== FILE) return undefined;
      // Imported here, so that a start without a build does not wait for them.
      const [{ MantineProvider }, { renderToStaticMarkup }] = await Promise.all([
        import('@mantine/core'),
        import('react-dom/server'),
      ]);
      const options = {
        cssVariablesResolver,
        cssVariablesSelector: ':root',
        // Mantine's own sheet is left out: ours replaces most of it, and it has eight unused colours.
        deduplicateCssVariables: false,
      };
      const page = renderToStaticMarkup(
        createElement(MantineProvider, { theme: baseTheme, withGlobalClasses: false, ...options }),
      );
      return page.replace(/^<style[^>]*>|<\/style>$/g, '').replace(UNUSED, '');
    },
  };
}
