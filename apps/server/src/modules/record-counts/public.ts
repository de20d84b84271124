export { countRecords } from './count-records.ts';
