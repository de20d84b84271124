export { doctorIds, readDoctors } from './list-doctors.ts';
