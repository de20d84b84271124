/** Types of fault-figures.mjs, for the tests that leave the figures. */
export function figuresOf(form?: string): string;
export function tableOf(form?: string): string;
