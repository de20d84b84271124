import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** One thing that axe holds against a page. */
interface Violation {
  readonly rule: string;
  readonly impact: string | null;
  /** The selectors of what it is about. */
  readonly targets: readonly string[];
}

/** What passed need not be listed, and no rule that is on by default wants the style sheets fetched. */
const OPTIONS = { resultTypes: ['violations'], preload: false };

/**
 * What axe holds against what the page shows now. Its half a megabyte is read once for each load of
 * the page, however often one looks. It looks into no frame: no page of ours has one.
 *
 * @param rules those to look at; every one, if none is named
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
