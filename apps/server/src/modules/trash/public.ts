export { binIds } from './list-bin.ts';
export { readBinEntries } from './read-entries.ts';
