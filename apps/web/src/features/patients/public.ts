export {
  IdentificationFields,
  type IdentificationValues,
  identificationFormFields,
  toIdentificationValues,
} from './form/IdentificationFields.tsx';
export { LazyPatientForm } from './form/LazyPatientForm.tsx';
export {
  PersonFields,
  type PersonValues,
  personFields,
  toPersonValues,
} from './form/PersonFields.tsx';
export { PossibleDuplicates } from './form/PossibleDuplicates.tsx';
export { sharedFields, usePatientDuplicates } from './form/use-patient-duplicates.ts';
export { PatientPicker, type PickablePatient } from './PatientPicker.tsx';
export { PatientSelect } from './PatientSelect.tsx';
export { nearestFirst } from './page/nearest-first.ts';
export { changeHistory, withRecord } from './patient-cache.ts';
export { patientCrumb } from './patient-crumb.tsx';
export { patientListsKey } from './patient-list.ts';
export { patientStatus } from './patient-status.ts';
export { patientsCrumb, patientWords } from './patient-words.ts';
export { useMedicalHistory, usePatient } from './use-patient.ts';
