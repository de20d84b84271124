export { useAwaitedCounts } from './use-awaited-counts.ts';
