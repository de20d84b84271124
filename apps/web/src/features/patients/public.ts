export { nearestFirst } from './nearest-first.ts';
export { PatientPicker, type PickablePatient } from './PatientPicker.tsx';
export { patientsCrumb } from './patients-crumb.tsx';
export { UnknownPatient } from './UnknownPatient.tsx';
export { isUnknownPatient, useMedicalHistory } from './use-patient.ts';
export { patientListsKey } from './use-patients.ts';
