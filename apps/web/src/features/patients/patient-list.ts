import { statusGroup } from '@simiente/contract/patient-filters';
import type { PatientPage, PatientSummary } from '@simiente/contract/patients';
import { queries } from '../../lib/api/client.ts';
import type { RecordList } from '../records/public.ts';

/** The key of every list of patients, whatever its filters; also of what the pickers of patients found. */
export const patientListsKey = queries.patients.list.key();

/** The lists of patients in the cache. */
export const patientList: RecordList<PatientPage, PatientSummary> = {
  listsKey: patientListsKey,
  pagesKey: queries.patients.list.key({ type: 'infinite' }),
  rowsOf: (page) => page.userData,
  withRows: (page, rows) => ({ ...page, userData: [...rows] }),
  idOf: (patient) => patient.idUser,
  figuresWithout({ counts }, gone) {
    const fewer = { ...counts };
    for (const { status } of gone) fewer[statusGroup(status)] -= 1;
    return { counts: fewer };
  },
};
