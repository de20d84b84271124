import type { LogoField, Partner } from '@simiente/contract/partners/calls';
import { partner } from '@simiente/contract/partners/calls';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import type { TestApplication } from '../application.ts';
import { formRequest, type SentFile } from '../files/uploads.ts';

/** A half transparent rectangle. */
export const drawLogo = (width = 60, height = 40) =>
  sharp({
    create: { width, height, channels: 4, background: { r: 28, g: 88, b: 76, alpha: 0.5 } },
  });

export const logo: SentFile = {
  bytes: await drawLogo().png().toBuffer(),
  name: 'almena.png',
  type: 'image/png',
};

/** All required fields of a new partner's form. */
export const complete = {
  name: 'Laboratorio Almena',
  country: 'México',
  website: 'https://almena.example',
  type: 'Laboratorio',
  all_exams_available: '["Seminograma","RMN de Cráneo"]',
};

export interface Sending {
  readonly fields?: Readonly<Record<string, string>>;
  readonly logos?: Partial<Record<LogoField, SentFile>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The calls that create and edit partners, as a browser sends them. */
export function partnerForms(testApp: () => TestApplication) {
  async function send(method: 'POST' | 'PUT', url: string, sending: Sending) {
    const form = await formRequest(sending.fields ?? {}, undefined, sending.logos);
    const answer = await testApp().staff.request({
      method,
      url,
      payload: form.payload ?? '',
      headers: { ...form.headers, ...sending.headers },
    });
    return { status: answer.statusCode, body: answer.json() };
  }
  /** Sends all required fields, and the given ones. */
  const create = ({ fields, logos = { logo_app_login: logo }, headers = {} }: Sending = {}) =>
    send('POST', '/v1/partner/create_partner', {
      fields: { ...complete, ...fields },
      logos,
      headers,
    });
  return {
    create,
    update: (sending: Sending) => send('PUT', '/v1/partner/update_partner', sending),
    async add(sending: Sending = {}): Promise<Partner> {
      const { status, body } = await create(sending);
      expect([status, body.errorMessage]).toEqual([200, undefined]);
      return partner.parse(body.data.partner);
    },
    async moveToTrash(idPartner: string): Promise<void> {
      await testApp().staff.request({
        method: 'POST',
        url: '/v1/user/delete',
        payload: { idUsers: [idPartner] },
      });
    },
    /** The audit rows of a record, in order. */
    async readActs(id: string) {
      const rows = await testApp()
        .database.db.select()
        .from(auditEvents)
        .where(eq(auditEvents.subjectId, id))
        .orderBy(auditEvents.id);
      return rows.map(({ action, details }) => [action, details]);
    },
  };
}

/** The issues of an answer, by field. */
export const issuesByField = (body: { issues?: { path: string; message: string }[] }) =>
  Object.fromEntries((body.issues ?? []).map(({ path, message }) => [path, message]));

/** An id that no other test uses. */
export const freshId = () => `prueba-${crypto.randomUUID().slice(0, 13)}`;
