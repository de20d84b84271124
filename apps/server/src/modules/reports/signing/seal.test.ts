import { recordPath } from '@simiente/contract/patient-record/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { reports, reportVersions } from '../../../schema/reports.ts';
import { EVERY_RIGHT } from '../../../testing/accounts/everybody.ts';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import { callReports, readReport, textInForce } from '../../../testing/reports/reports.ts';
import { addSignedReport, seal } from '../../../testing/reports/signed-reports.ts';

const testApp = sharedApplication({ staffRoles: EVERY_RIGHT });
const db = () => testApp().database.db;

test('E-10.626: no call sends a signed version before its seal; staff see it, marked as waiting', async () => {
  const { staff, app } = testApp();
  const text = 'Tu muestra llegó completa.';
  const idUser = await addPatient(db(), { birthDate: '1992-04-09' });
  const idVersion = await addSignedReport(db(), idUser, { text });
  const [report] = await db().select().from(reports).where(eq(reports.patientId, idUser));
  const [version] = await db()
    .select({ code: reportVersions.verifyCode })
    .from(reportVersions)
    .where(eq(reportVersions.id, idVersion));
  const deliver = { idVersion, linkBy: 'hand', codeBy: 'voice', consented: true };
  const requests = {
    pdf: () => staff.request({ url: `/v1/reports/${idVersion}/pdf` }),
    fhir: () => staff.request({ url: `/v1/reports/${report?.id}/fhir` }),
    record: () => staff.request({ url: recordPath(idUser) }),
    delivery: () =>
      staff.request({ method: 'POST', url: '/v1/deliveries/create', payload: deliver }),
    verify: () => app.inject({ url: `/verificar/${version?.code}` }),
  };
  const sendAll = async () => {
    const statuses: Record<string, number> = {};
    for (const [name, send] of Object.entries(requests)) {
      const answer = await send();
      statuses[name] = answer.statusCode;
      if (answer.statusCode !== 503) continue;
      expect(answer.json().code, name).toBe('NOT_SEALED');
      expect(Number(answer.headers['retry-after']), name).toBeGreaterThan(0);
    }
    return statuses;
  };
  const rejected = { pdf: 503, fhir: 503, record: 503, delivery: 503 };
  expect(await sendAll()).toEqual({ ...rejected, verify: 404 });

  expect(await textInForce(staff, idUser)).toBe(text);
  expect((await readReport(staff, idUser)).versions[0]).toMatchObject({ idVersion, sealed: false });
  const read = await callReports(staff.request, 'GET', 'get-version', { idVersion });
  expect(read.json().data.version).toMatchObject({ text, sealed: false });

  await seal(testApp().database);
  const allowed = { pdf: 200, fhir: 200, record: 200, delivery: 200 };
  expect(await sendAll()).toEqual({ ...allowed, verify: 200 });
});
