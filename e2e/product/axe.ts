import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** One violation that axe found. */
interface Violation {
  readonly rule: string;
  readonly impact: string | null;
  /** The selectors of its elements. */
  readonly targets: readonly string[];
}

/** Passed checks need not be listed, and no rule that is on by default needs the style sheets. */
const OPTIONS = { resultTypes: ['violations'], preload: false };

/**
 * The violations on the current page. The script of half a megabyte is injected once per page load. Frames are not
 * checked: our pages have no frames.
 * @param rules the rules to run; all of them by default
 */
export async function findViolations(
  page: Page,
  rules?: readonly string[],
): Promise<readonly Violation[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  const options = rules ? { ...OPTIONS, runOnly: { type: 'rule', values: rules } } : OPTIONS;
  return page.evaluate<Violation[]>(`axe.run(document, ${JSON.stringify(options)}).then(
    ({ violations }) => violations.map(({ id, impact, nodes }) => ({
      rule: id,
      impact: impact ?? null,
      targets: nodes.map(({ target }) => target.join(' ')),
    })),
  )`);
}
