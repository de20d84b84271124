export { startLive } from './start-live.ts';
