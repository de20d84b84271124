export { addressLine } from './address-line.ts';
export { downloadIds, readDownloads } from './list-downloads.ts';
