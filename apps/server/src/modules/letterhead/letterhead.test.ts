import type { Letterhead } from '@simiente/contract/letterhead/calls';
import { asc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { letterheads } from '../../schema/letterheads.ts';
import { sharedApplication } from '../../testing/application.ts';
import { drawLogo, logo } from '../../testing/calls/partners.ts';
import { formRequest, makePdf, type SentFile } from '../../testing/files/uploads.ts';
import { letterheadAt } from './public.ts';

const testApp = sharedApplication();
const db = () => testApp().database.db;

beforeEach(async () => {
  await db().delete(letterheads);
});

interface Answer {
  status: number;
  code?: string;
  issues?: { path: string; message: string }[];
  details?: { current: Letterhead | null };
  data: { letterhead: Letterhead };
}

async function update(
  fields: Record<string, string>,
  image?: SentFile,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = await formRequest(fields, undefined, image ? { logo: image } : {});
  const answer = await testApp().staff.request({
    method: 'PUT',
    url: '/v1/letterhead/update',
    payload: form.payload,
    headers: { ...form.headers, ...headers },
  });
  return answer.json<Answer>();
}
const read = () => testApp().staff.get('/v1/letterhead/get-one');
const whole = { name: 'Clínica del Valle', address: 'Av. 1, CDMX', licence: '20-AM-09-0001' };

test('E-10.570: a letterhead has name, address, licence and a logo, and each can be changed separately', async () => {
  expect((await read()).body).toMatchObject({ data: { letterhead: null } });
  const first = await update(whole, logo);
  expect(first.data.letterhead).toMatchObject({
    ...whole,
    logo: { mediaType: 'image/png' },
    changedBy: 'Mariana Solórzano',
    version: 1,
  });
  const second = await update({ address: '', version: '1' });
  expect(second.data.letterhead).toMatchObject({
    ...whole,
    address: null,
    logo: first.data.letterhead.logo,
    version: 2,
  });
  const third = await update({ logo_removed: 'true', licence: 'Otra' });
  expect(third.data.letterhead).toMatchObject({ licence: 'Otra', logo: null, version: 3 });
  expect((await read()).body).toMatchObject({ data: third.data });
});

test('E-10.570: the letterhead of an earlier moment stays available, with its logo', async () => {
  const first = await update(whole, logo);
  const [row] = await db().select().from(letterheads);
  const at = row?.changedAt ?? new Date(0);
  await update({ name: 'Otro nombre', logo_removed: 'true' });
  expect(await letterheadAt(db(), at)).toMatchObject({
    ...whole,
    logoKey: expect.stringMatching(/^uploads\//),
  });
  expect(await letterheadAt(db(), new Date(at.getTime() - 1))).toBeNull();
  const file = await testApp().staff.request({ url: first.data.letterhead.logo?.fileUrl ?? '' });
  expect(file.statusCode).toBe(200);
});

test('E-10.570: a logo is re-encoded within its size, and a file that is not an image is rejected', async () => {
  const large = { bytes: await drawLogo(3000, 1500).png().toBuffer(), name: 'grande.png' };
  const { letterhead } = (await update(whole, large)).data;
  const file = await testApp().staff.request({ url: letterhead.logo?.fileUrl ?? '' });
  const { width, height } = await sharp(file.rawPayload).metadata();
  expect([width, height]).toEqual([1024, 512]);
  const rejected = await update({}, { bytes: makePdf(), name: 'logo.png' });
  expect(rejected).toMatchObject({
    status: 415,
    code: 'NOT_AN_IMAGE',
    issues: [{ path: 'logo' }],
  });
  expect((await read()).body).toMatchObject({ data: { letterhead } });
});

test('E-10.570: an edit of an old version is rejected with the current one, and only one of two first letterheads is written', async () => {
  const firsts = await Promise.all([
    update({ name: 'Una', version: '0' }),
    update({ name: 'Dos', version: '0' }),
  ]);
  expect(firsts.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const stale = firsts.find(({ status }) => status === 409);
  const written = firsts.find(({ status }) => status === 200);
  expect(stale).toMatchObject({
    code: 'STALE_VERSION',
    details: { current: written?.data.letterhead },
  });
});

test('E-10.570: a first letterhead without a name, and empty texts, are rejected', async () => {
  expect(await update({ licence: 'X' })).toMatchObject({
    status: 400,
    issues: [{ path: 'name', message: 'Escribe el nombre de la clínica.' }],
  });
  expect((await update({ name: '   ' })).status).toBe(400);
  expect((await update({ name: 'x'.repeat(201) })).status).toBe(400);
  expect((await update({ name: 'a\u001bb' })).status).toBe(400);
});

test('E-10.570, T-F1: a retry and an edit without changes write nothing; the audit lists changed fields', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const first = await update(whole, logo, key);
  expect(await update(whole, logo, key)).toEqual(first);
  expect((await update({ name: whole.name })).data.letterhead.version).toBe(1);
  const rows = await db()
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, 'letterhead.changed'))
    .orderBy(asc(auditEvents.id));
  expect(rows.at(-1)).toMatchObject({
    details: { version: 1, changes: { name: { from: null, to: whole.name } } },
  });
});
