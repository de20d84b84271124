import { accountContract } from './account.ts';
import { appointmentsContract } from './appointments.ts';
import { auditContract } from './audit.ts';
import { branchesContract } from './branches.ts';
import { calendlyContract } from './calendly.ts';
import { consentsContract } from './consents.ts';
import { dashboardContract } from './dashboard.ts';
import { doctorsContract } from './doctors.ts';
import { examOrdersContract } from './exam-orders.ts';
import { examsContract } from './exams.ts';
import { healthContract } from './health.ts';
import { intakeContract } from './intake.ts';
import { listExportsContract } from './list-exports.ts';
import { partnersContract } from './partners.ts';
import { patientRecordContract } from './patient-record.ts';
import { patientsContract } from './patients.ts';
import { prospectsContract } from './prospects.ts';
import { searchContract } from './search.ts';
import { filesContract } from './stored-file.ts';
import { trashContract } from './trash.ts';

/** Every typed call of the API. */
export const contract = {
  account: accountContract,
  appointments: appointmentsContract,
  audit: auditContract,
  branches: branchesContract,
  calendly: calendlyContract,
  consents: consentsContract,
  dashboard: dashboardContract,
  examOrders: examOrdersContract,
  exams: examsContract,
  doctors: doctorsContract,
  files: filesContract,
  health: healthContract,
  listExports: listExportsContract,
  partners: partnersContract,
  intake: intakeContract,
  patientRecord: patientRecordContract,
  patients: patientsContract,
  prospects: prospectsContract,
  search: searchContract,
  trash: trashContract,
};
export type Contract = typeof contract;
