export {
  IdentificationFields,
  identificationFormFields,
} from './form/IdentificationFields.tsx';
export { LazyPatientForm } from './form/LazyPatientForm.tsx';
export {
  PersonFields,
  PhoneQuestion,
  personFields,
} from './form/PersonFields.tsx';
export {
  PossibleDuplicates,
  sharedFields,
  usePatientDuplicates,
  useSimilarPatients,
} from './form/PossibleDuplicates.tsx';
export {
  PatientPicker,
  PatientSelect,
  type PickablePatient,
  patientCrumb,
} from './PatientPicker.tsx';
export { patientListsKey, useMedicalHistory, usePatient } from './patient-list.ts';
export { nearestFirst, patientStatus, patientsCrumb, patientWords } from './patient-status.ts';
