import { accountContract } from './account/calls.ts';
import { accountLinksContract, accountsContract } from './accounts/calls.ts';
import { appointmentsContract } from './appointments/calls.ts';
import { auditContract } from './audit/calls.ts';
import { branchesContract } from './branches/calls.ts';
import { calendlyContract } from './calendly/calls.ts';
import { clinicContract } from './clinic/calls.ts';
import { consentsContract } from './consents/calls.ts';
import { dashboardContract } from './dashboard/calls.ts';
import { deliveriesContract } from './deliveries/calls.ts';
import { doctorsContract } from './doctors/calls.ts';
import { emergencyAccessContract } from './emergency-access/calls.ts';
import { examOrdersContract } from './exam-orders/calls.ts';
import { examsContract } from './exams/calls.ts';
import { filesContract } from './files/calls.ts';
import { calendlyInboxContract, laboratoryInboxContract } from './inbox/calls.ts';
import { intakeContract } from './intake/calls.ts';
import { letterheadContract } from './letterhead/calls.ts';
import { listExportsContract } from './list-exports/calls.ts';
import { notesContract } from './notes/calls.ts';
import { partnersContract } from './partners/calls.ts';
import { patientRecordContract } from './patient-record/calls.ts';
import { patientsContract } from './patients/calls.ts';
import { patientMergesContract } from './patients/merges.ts';
import { peopleContract } from './people/calls.ts';
import { professionalIdentityContract } from './professional-identity/calls.ts';
import { prospectsContract } from './prospects/calls.ts';
import { remindersContract } from './reminders/calls.ts';
import { reportsContract } from './reports/calls.ts';
import { reportPapersContract } from './reports/paper-calls.ts';
import { resultsContract } from './results/calls.ts';
import { resultFilesContract } from './results/file-calls.ts';
import { analyteRangesContract } from './results/range-calls.ts';
import { receivedResultsContract } from './results/received-calls.ts';
import { rightsContract } from './rights/calls.ts';
import { noticesContract } from './rights/notice-calls.ts';
import { searchContract } from './search/calls.ts';
import { healthContract, systemContract } from './system/calls.ts';
import { trashContract } from './trash/calls.ts';

/** Every typed call of the API. */
export const contract = {
  account: accountContract,
  accountLinks: accountLinksContract,
  accounts: accountsContract,
  appointments: appointmentsContract,
  audit: auditContract,
  branches: branchesContract,
  calendly: calendlyContract,
  calendlyInbox: calendlyInboxContract,
  clinic: clinicContract,
  consents: consentsContract,
  notes: notesContract,
  rights: rightsContract,
  notices: noticesContract,
  dashboard: dashboardContract,
  deliveries: deliveriesContract,
  emergencyAccess: emergencyAccessContract,
  examOrders: examOrdersContract,
  exams: examsContract,
  doctors: doctorsContract,
  files: filesContract,
  health: healthContract,
  laboratoryInbox: laboratoryInboxContract,
  letterhead: letterheadContract,
  listExports: listExportsContract,
  partners: partnersContract,
  intake: intakeContract,
  patientRecord: patientRecordContract,
  patientMerges: patientMergesContract,
  patients: patientsContract,
  people: peopleContract,
  professionalIdentity: professionalIdentityContract,
  prospects: prospectsContract,
  reminders: remindersContract,
  reportPapers: reportPapersContract,
  reports: reportsContract,
  analyteRanges: analyteRangesContract,
  receivedResults: receivedResultsContract,
  resultFiles: resultFilesContract,
  results: resultsContract,
  search: searchContract,
  system: systemContract,
  trash: trashContract,
};
export type Contract = typeof contract;
