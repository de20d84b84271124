/** Types of fault-figures.mjs, for the tests that write figures. */
export function figuresOf(form?: string): string;
export function tableOf(form?: string): string;
export function readNotMade(root: string, form?: string): string[];
