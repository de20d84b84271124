export { downloadIds, readDownloads } from './list-downloads.ts';
