export { activeSince } from './active-since.ts';
export { partnerIds, readPartners } from './export-partners.ts';
