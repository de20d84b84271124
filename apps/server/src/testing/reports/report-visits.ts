import type { PatientDeliveries } from '@simiente/contract/deliveries/calls';
import { and, asc, eq, like, sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { auditEvents } from '../../schema/audit.ts';
import { reportDeliveries } from '../../schema/deliveries.ts';
import type { TestApplication } from '../application.ts';
import { addPatient } from '../records.ts';
import { addSignedReport, seal } from './signed-reports.ts';

const PLENTY = { max: 1e6, windowSeconds: 900 };
/** Limits of the public pages, for tests of other behaviour. */
export const UNLIMITED_VISITS = { verify: PLENTY, delivery: PLENTY, deliveryPdf: PLENTY };

export const BIRTH = { day: '9', month: '4', year: '1992' };

export interface Delivered {
  readonly idUser: string;
  readonly idVersion: string;
  readonly idDelivery: string;
  /** The path of the link. */
  readonly path: string;
  readonly code: string;
}

/** Requests of staff and of a patient about deliveries of reports, to a running application. */
export function deliveryRequests(
  testApp: () => Pick<TestApplication, 'app' | 'database' | 'staff'>,
) {
  const db = () => testApp().database.db;

  async function addSealed(row: Parameters<typeof addPatient>[1] = {}) {
    const idUser = await addPatient(db(), {
      name: 'Luis Mora',
      email: 'luis@correo.example',
      birthDate: '1992-04-09',
      ...row,
    });
    const idVersion = await addSignedReport(db(), idUser);
    await seal(testApp().database);
    return { idUser, idVersion };
  }

  const send = (call: string, payload: object, headers = {}) =>
    testApp()
      .staff.request({ method: 'POST', url: `/v1/deliveries/${call}`, payload, headers })
      .then((answer) => answer.json());

  const create = (idVersion: string, input: object = {}, headers = {}) =>
    send(
      'create',
      { idVersion, linkBy: 'hand', codeBy: 'voice', consented: true, ...input },
      headers,
    );

  /** Delivers a signed report to its patient. */
  async function handOver(row: Parameters<typeof addPatient>[1] = {}): Promise<Delivered> {
    const sealed = await addSealed(row);
    const { data } = await create(sealed.idVersion);
    const { pathname } = new URL(data.link, 'https://clinica.example');
    return { ...sealed, path: pathname, code: data.code, idDelivery: data.delivery.idDelivery };
  }

  const visit = (path: string, remoteAddress = '203.0.113.7') =>
    testApp().app.inject({ url: path, remoteAddress });

  /** Sends a form like a browser whose page names no referrer. */
  const post = (
    path: string,
    fields: Record<string, string>,
    remoteAddress = '203.0.113.7',
  ): Promise<LightMyRequestResponse> =>
    testApp().app.inject({
      method: 'POST',
      url: path,
      remoteAddress,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'null',
        'sec-fetch-site': 'same-origin',
      },
      payload: new URLSearchParams(fields).toString(),
    });

  const open = (handed: Pick<Delivered, 'path' | 'code'>, remoteAddress?: string) =>
    post(handed.path, { ...BIRTH, code: handed.code }, remoteAddress);

  const read = async (idUser: string) => {
    const { body } = await testApp().staff.get(`/v1/deliveries/of-patient?idUser=${idUser}`);
    return (body as { data: PatientDeliveries }).data;
  };

  /** Lists the audited actions on a patient's deliveries with their actors, in order. */
  const listActs = async (idUser: string) => {
    const rows = await db()
      .select({ action: auditEvents.action, actor: auditEvents.actorKind })
      .from(auditEvents)
      .where(and(eq(auditEvents.patientId, idUser), like(auditEvents.action, 'report_delivery.%')))
      .orderBy(asc(auditEvents.id));
    return rows.map(({ action, actor }) => `${actor} ${action.replace('report_delivery.', '')}`);
  };

  const expire = (id: string) =>
    db()
      .update(reportDeliveries)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(reportDeliveries.id, id));

  return { addSealed, send, create, handOver, visit, post, open, read, listActs, expire };
}
