import { eq } from 'drizzle-orm';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { patients } from '../../schema/patients.ts';
import { addColleague, addIdentity, addLink, newCedula } from '../accounts/records.ts';
import { TEST_PASSWORD } from '../application.ts';
import { complete, logo } from '../calls/partners.ts';
import { formRequest } from '../files/uploads.ts';
import * as make from '../records.ts';
import {
  aroundToday,
  type ExpectedCall,
  freshFields,
  json,
  noInput,
  otherSession,
  period,
  query,
} from './call-records.ts';

/** A spreadsheet whose row is rejected, so that only the import itself is audited. */
const people = {
  fields: { kind: 'patients', columns: '[{"index":0,"field":"name"},{"index":1,"field":"email"}]' },
  file: { bytes: Buffer.from('Nombre,Correo\n,a@example.org\n'), name: 'pacientes.csv' },
};

/** The calls of partners, prospects, the dashboard, search, the trash and the user's own account. */
export const officeCalls: Record<string, ExpectedCall> = {
  'POST /v1/people/check-file': {
    audits: 'people.checked',
    input: () => formRequest(people.fields, people.file),
  },
  'POST /v1/people/import-file': {
    audits: 'people.imported',
    input: () =>
      formRequest({ ...people.fields, idImport: `imp_${crypto.randomUUID()}` }, people.file),
  },
  'GET /v1/people/imports': {
    audits: 'people.imports_listed',
    input: () => query({ kind: 'patients' }),
  },
  'GET /v1/people/import': {
    audits: null,
    why: 'counts without personal data',
    input: async ({ db }) => query({ idImport: await make.addPeopleImport(db) }),
  },
  'POST /v1/people/cancel-import': {
    audits: 'people.import_cancelled',
    input: async ({ db }) => json({ idImport: await make.addPeopleImport(db) }),
  },
  'POST /v1/people/undo-import': {
    audits: 'people.import_undone',
    input: async ({ db }) => json({ idImport: await make.addPeopleImport(db, { state: 'done' }) }),
  },
  'GET /v1/partner/get-branches-by-partner/': {
    audits: 'branches.listed',
    input: ({ partner }) => query({ idPartner: partner, lastBranch: '' }),
  },
  'GET /v1/partner/get-branch-places': {
    audits: 'branches.listed',
    input: ({ partner }) => query({ idPartner: partner }),
  },
  'GET /v1/partner/get-one-branch': {
    audits: 'branch.read',
    input: ({ branch }) => query({ idBranch: branch }),
  },
  'POST /v1/partner/duplicates': {
    audits: 'partners.duplicates_searched',
    input: () => json({ name: 'Zoe' }),
  },
  'POST /v1/partner/branch-duplicates': {
    audits: 'branches.duplicates_searched',
    input: ({ partner }) => json({ idPartner: partner, name: 'Zoe' }),
  },
  'POST /v1/partner/create-branch': {
    audits: 'branch.created',
    input: ({ partner }) =>
      json({
        name: 'Sucursal Norte',
        address: 'Calle 1',
        location: { lat: 19.4, lng: -99.1 },
        phone: '55 5264 1180',
        state: 'CDMX',
        website: 'https://almena.example',
        zip: '06140',
        utm: false,
        exam_available: ['SEM'],
        partner: { id: partner, name: 'Almena' },
        namePartner: 'Almena',
      }),
  },
  'PUT /v1/partner/update-branch': {
    audits: 'branch.updated',
    input: ({ branch }) => json({ idBranch: branch, name: 'Otra sucursal' }),
  },
  'GET /v1/recipe/waiting': { audits: 'recipes.listed', input: noInput },
  'GET /v1/dashboard/today': { audits: 'today.read', input: noInput },
  'GET /v1/dashboard/figures': { audits: 'dashboard.read', input: () => query(period) },
  'GET /v1/dashboard/attendance': { audits: 'dashboard.read', input: () => query(period) },
  'GET /v1/dashboard/activity': {
    audits: 'activity.listed',
    input: async ({ staff, prospect }) => {
      const payload = { idProspect: prospect, status: 'contacted' };
      await staff.request({ method: 'PUT', url: '/v1/prospects/update-status', payload });
      return query(aroundToday());
    },
  },
  'GET /health/live': { audits: null, why: 'says that the process lives', input: noInput },
  'GET /health/ready': { audits: null, why: 'says that it can serve', input: noInput },
  'POST /v1/exports': {
    audits: null,
    why: 'nothing is read yet: fetching it audits the row',
    input: () => json({ list: 'prospects', filters: {} }),
  },
  'GET /v1/partner/get_partners': { audits: 'partners.listed', input: noInput },
  'GET /v1/partner/list': { audits: 'partners.listed', input: noInput },
  'GET /v1/partner/get_one_partner/': {
    audits: 'partner.read',
    input: ({ partner }) => query({ idPartner: partner }),
  },
  'POST /v1/partner/create_partner': {
    audits: 'partner.created',
    input: () => formRequest(complete, undefined, { logo_app_login: logo }),
  },
  'PUT /v1/partner/update_partner': {
    audits: 'partner.updated',
    input: ({ partner }) => formRequest({ idPartner: partner, name: 'Otro partner' }),
  },
  'POST /v1/prospects': {
    audits: 'prospect.received',
    input: () =>
      json({
        name: 'Zenaida Xochitl',
        // A repetition would be the same prospect.
        mail: `${crypto.randomUUID()}@x.mx`,
        consent: true,
        consentVersion: '2026-01',
      }),
  },
  'GET /v1/prospects/get-all': { audits: 'prospects.all_read', input: noInput },
  'GET /v1/prospects/list': { audits: 'prospects.listed', input: noInput },
  'GET /v1/prospects/get-one': {
    audits: 'prospect.read',
    input: ({ prospect }) => query({ idProspect: prospect }),
  },
  'GET /v1/prospects/of-patient': {
    audits: 'prospects.listed',
    input: ({ patient }) => query({ idUser: patient }),
  },
  'POST /v1/prospects/create': {
    audits: 'prospect.created',
    input: () => json({ name: 'Nuevo', phone: '55 1234 5678' }),
  },
  'PUT /v1/prospects/update-status': {
    audits: 'prospect.updated',
    input: ({ prospect }) => json({ idProspect: prospect, status: 'contacted' }),
  },
  'PUT /v1/prospects/move': {
    audits: 'prospect.moved',
    input: ({ prospect }) => json({ idProspect: prospect, from: 'pending', status: 'contacted' }),
  },
  'POST /v1/prospects/convert': {
    audits: 'prospect.converted',
    namesPatient: true,
    input: ({ prospect, patient }) => json({ idProspect: prospect, idUser: patient }),
  },
  'GET /v1/deliveries/of-patient': {
    audits: 'patient.deliveries_read',
    namesPatient: true,
    input: ({ patient }) => query({ idUser: patient }),
  },
  'GET /v1/deliveries/of-version': {
    audits: 'patient.deliveries_read',
    namesPatient: true,
    input: async ({ addSealedReport }) => query({ idVersion: await addSealedReport() }),
  },
  'POST /v1/deliveries/create': {
    audits: 'report_delivery.created',
    namesPatient: true,
    input: async ({ db, patient, addSealedReport }) => {
      await db.update(patients).set({ birthDate: '1992-04-09' }).where(eq(patients.id, patient));
      const idVersion = await addSealedReport();
      return json({ idVersion, linkBy: 'hand', codeBy: 'voice', consented: true });
    },
  },
  'POST /v1/deliveries/show-code': {
    audits: 'report_delivery.code_shown',
    namesPatient: true,
    input: async ({ addDelivery }) => json({ idDelivery: await addDelivery() }),
  },
  'POST /v1/deliveries/revoke': {
    audits: 'report_delivery.revoked',
    namesPatient: true,
    input: async ({ addDelivery }) => json({ idDelivery: await addDelivery() }),
  },
  'GET /v1/deliveries/requests': {
    audits: 'report_deliveries.requests_listed',
    input: async ({ addDelivery }) => {
      await addDelivery(new Date());
      return noInput();
    },
  },
  'POST /v1/deliveries/handle-request': {
    audits: 'report_delivery.request_handled',
    namesPatient: true,
    input: async ({ addDelivery }) => json({ idDelivery: await addDelivery(new Date()) }),
  },
  'GET /v1/system/status': { audits: 'system.read', input: noInput },
  'GET /v1/clinic/settings': { audits: 'clinic.settings_read', input: noInput },
  'PUT /v1/clinic/update': {
    audits: 'clinic.settings_changed',
    input: () =>
      json({
        holidays: { added: [{ day: '2026-12-24', name: crypto.randomUUID() }], removed: [] },
      }),
  },
  'GET /v1/letterhead/get-one': { audits: 'letterhead.read', input: noInput },
  'PUT /v1/letterhead/update': {
    audits: 'letterhead.changed',
    input: () => formRequest({ name: `Clínica ${crypto.randomUUID()}` }),
  },
  'POST /v1/search': { audits: 'records.searched', input: () => json({ text: 'zenaida' }) },
  'GET /v1/trash/list': {
    audits: 'bin.listed',
    input: async ({ db, exam, order }) => {
      const deletedAt = new Date();
      await db.update(exams).set({ deletedAt }).where(eq(exams.id, exam));
      await db.update(examOrders).set({ deletedAt }).where(eq(examOrders.id, order));
      return noInput();
    },
  },
  'GET /v1/account/activity': {
    audits: 'account.activity_read',
    input: async ({ staff, patient, prospect }) => {
      await staff.get(`/v1/user/get-one?idUser=${patient}`);
      await staff.get(`/v1/prospects/get-one?idProspect=${prospect}`);
      return noInput();
    },
  },
  'GET /v1/account/get-one': { audits: null, why: 'one’s own name and settings', input: noInput },
  'GET /v1/account/sessions': { audits: null, why: 'one’s own sessions', input: noInput },
  'PUT /v1/account/update': {
    audits: 'account.renamed',
    input: () => json({ name: `Mariana ${crypto.randomUUID()}` }),
  },
  'POST /v1/account/change-password': {
    audits: 'account.password_changed',
    // The password does not change, so that later calls can use it.
    input: () => json({ currentPassword: TEST_PASSWORD, newPassword: TEST_PASSWORD }),
  },
  'POST /v1/account/revoke-session': {
    audits: 'session.revoked',
    input: async (records) => json({ idSession: await otherSession(records) }),
  },
  'POST /v1/account/revoke-other-sessions': {
    audits: 'session.revoked',
    input: async (records) => {
      await otherSession(records);
      return json({});
    },
  },
  'GET /v1/accounts/list': { audits: 'staff.listed', input: noInput },
  'GET /v1/accounts/get-one': {
    audits: 'staff.read',
    input: ({ colleague }) => query({ idAccount: colleague }),
  },
  'POST /v1/accounts/invite': {
    audits: 'staff.invited',
    input: () => json({ name: 'Otro Nombre', email: freshFields().email, roles: ['recepcion'] }),
  },
  'PUT /v1/accounts/update': {
    audits: 'staff.roles_changed',
    input: ({ colleague }) => json({ idAccount: colleague, roles: ['recepcion', 'laboratorio'] }),
  },
  'POST /v1/accounts/confirm-roles': {
    audits: 'staff.roles_changed',
    input: async ({ db, colleague }) => {
      const pending = { pendingRoles: ['medico' as const], pendingRolesBy: colleague };
      const idAccount = await addColleague(db, { ...pending, pendingRolesAt: new Date() });
      return json({ idAccount, version: 1 });
    },
  },
  'POST /v1/accounts/set-active': {
    audits: 'staff.status_changed',
    input: ({ colleague }) => json({ idAccount: colleague, active: false }),
  },
  'POST /v1/accounts/end-sessions': {
    audits: 'staff.sessions_ended',
    input: ({ colleague }) => json({ idAccount: colleague }),
  },
  'POST /v1/accounts/reset-two-factor': {
    audits: 'two_factor.reset',
    input: ({ colleague }) => json({ idAccount: colleague }),
  },
  'POST /v1/accounts/remove-passkeys': {
    audits: 'passkey.reset',
    input: ({ colleague }) => json({ idAccount: colleague }),
  },
  'POST /v1/accounts/remove-provider': {
    audits: 'provider.reset',
    input: ({ colleague }) => json({ idAccount: colleague }),
  },
  'POST /v1/accounts/make-link': {
    audits: 'staff.link_made',
    input: ({ colleague }) => json({ idAccount: colleague }),
  },
  'GET /v1/accounts/get-identity': {
    audits: 'professional_identity.read',
    input: ({ colleague }) => query({ idAccount: colleague }),
  },
  'PUT /v1/accounts/enter-identity': {
    audits: 'professional_identity.entered',
    input: ({ colleague }) =>
      json({
        idAccount: colleague,
        fullName: 'Eva Luna Ríos',
        cedula: newCedula(),
        institution: 'UNAM',
        validFrom: '2020-01-31',
      }),
  },
  'POST /v1/accounts/confirm-identity': {
    audits: 'professional_identity.return_confirmed',
    input: async ({ db }) => {
      const idAccount = await addColleague(db);
      const idVersion = await addIdentity(db, idAccount, { suspendedAt: new Date() });
      return json({ idAccount, idVersion });
    },
  },
  'GET /v1/account/get-identity': {
    audits: null,
    why: 'one’s own professional identity',
    input: noInput,
  },
  'POST /v1/account/confirm-identity': {
    audits: 'professional_identity.confirmed',
    input: async ({ db, staff }) => json({ idVersion: await addIdentity(db, staff.id) }),
  },
  'POST /v1/account-link/request': {
    audits: null,
    why: 'the row is written when the account is looked up',
    input: () => json({ email: freshFields().email }),
  },
  'POST /v1/account-link/read': {
    audits: null,
    why: 'one’s own name, to the holder of the account’s link',
    input: async ({ db, colleague }) => json({ token: await addLink(db, colleague) }),
  },
  'POST /v1/account-link/use': {
    audits: 'staff.link_used',
    input: async ({ db, colleague }) =>
      json({ token: await addLink(db, colleague), password: TEST_PASSWORD }),
  },
  'POST /v1/trash/consequences': {
    audits: 'bin.consequences_read',
    input: ({ patient }) => json({ ids: [patient] }),
  },
  'POST /v1/trash/restore': {
    audits: 'record.restored',
    input: async ({ db }) => json({ ids: [await make.addPatient(db, { deletedAt: new Date() })] }),
  },
};
