/** Types of fault-figures.mjs, for the tests that write figures. */
export function figuresOf(form?: string): string;
export function tableOf(form?: string): string;
export const FORMS: Record<'all' | 'soak' | 'ha', { document: string; block: string }>;
export function putFigures(document: string, block: string, table: string): string;
export function readNotMade(root: string, form?: string): string[];
