/** Types of fault-results.mjs, for the tests that write figures. */
export function toResultsFile(form?: string): string;
export function toTableFile(form?: string): string;
export function readNotSimulated(root: string, form?: string): string[];
