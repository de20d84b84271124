export { prospectIds, readProspects } from './export-prospects.ts';
