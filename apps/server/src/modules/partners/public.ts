export { partnersList } from './export-partners.ts';
export { activeSince } from './query.ts';
