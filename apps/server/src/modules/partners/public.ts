export { activeSince, partnersList } from './query.ts';
