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
  PhoneQuestion,
  personFields,
  toPersonValues,
} from './form/PersonFields.tsx';
export {
  PossibleDuplicates,
  sharedFields,
  usePatientDuplicates,
  useSimilarPatients,
} from './form/PossibleDuplicates.tsx';
export { PatientPicker, PatientSelect, type PickablePatient } from './PatientPicker.tsx';
export { nearestFirst } from './page/nearest-first.ts';
export { changeHistory, useMedicalHistory, usePatient, withRecord } from './patient-cache.ts';
export { patientCrumb } from './patient-crumb.tsx';
export { patientListsKey } from './patient-list.ts';
export { patientStatus, patientsCrumb, patientWords } from './patient-status.ts';
