import { errorBody } from '@simiente/contract/common/errors';
import { partner } from '@simiente/contract/partners/calls';
import { inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { pendingFiles } from '../../schema/files.ts';
import { sharedApplication } from '../../testing/application.ts';
import { complete, drawLogo, freshId, logo, partnerForms } from '../../testing/calls/partners.ts';
import { addBranch, addPartner } from '../../testing/records.ts';

const testApp = sharedApplication();
const { add, update, readActs } = partnerForms(testApp);

describe('an edit of a partner', () => {
  test('sets the sent fields and keeps the others, also imported ones', async () => {
    const { db } = testApp().database;
    const idPartner = await addPartner(db, {
      type: 'Consultorio',
      exams: ['Algo raro'],
      logoUrl: 'otra_cosa',
    });
    const { status, body } = await update({ fields: { idPartner, country: 'Perú', version: '1' } });
    expect(status).toBe(200);
    expect(body.data.partner).toMatchObject({
      country: 'Perú',
      type: 'Consultorio',
      all_exams_available: ['Algo raro'],
      logo_url: 'otra_cosa',
      version: 2,
    });
    expect(await readActs(idPartner)).toEqual([
      ['partner.updated', { changes: { country: { from: null, to: 'Perú' } }, version: 2 }],
    ]);
    const renamed = await update({ fields: { idPartner, name: 'Clínica Sur' } });
    expect(renamed.body.data.partner).toMatchObject({ logo_url: 'clínica_sur', version: 3 });
  });

  test('H-A6, E-10.1445: sets the time zone of a laboratory, and the clinic’s zone when it is emptied', async () => {
    const { idPartner } = await add({ fields: { id: freshId(), timeZone: 'America/Tijuana' } });
    const zone = async (timeZone: string) => {
      const { status, body } = await update({ fields: { idPartner, timeZone } });
      return [status, body.data?.partner.timeZone];
    };
    expect(await zone('America/Cancun')).toEqual([200, 'America/Cancun']);
    expect(await zone('America/Atlantis')).toEqual([400, undefined]);
    expect(await zone('')).toEqual([200, null]);
    expect((await readActs(idPartner)).slice(1)).toEqual([
      [
        'partner.updated',
        expect.objectContaining({
          changes: { timeZone: { from: 'America/Tijuana', to: 'America/Cancun' } },
        }),
      ],
      [
        'partner.updated',
        expect.objectContaining({ changes: { timeZone: { from: 'America/Cancun', to: null } } }),
      ],
    ]);
  });

  test('keeps the version and leaves no audit row if nothing changed', async () => {
    const before = await add({ fields: { id: freshId() } });
    const { body } = await update({
      fields: { idPartner: before.idPartner, ...complete, version: '1' },
    });
    expect(body.data.partner).toEqual(before);
    expect((await readActs(before.idPartner)).map(([action]) => action)).toEqual([
      'partner.created',
      'partner.read',
    ]);
  });

  test('is rejected with the current partner if its version is old', async () => {
    const { idPartner } = await add({ fields: { id: freshId() } });
    const first = await update({ fields: { idPartner, country: 'Chile', version: '1' } });
    const staleAnswer = await update({
      fields: { idPartner, name: 'Tarde', version: '1' },
      logos: { logo_app_nav: logo },
    });
    expect(staleAnswer.status).toBe(409);
    expect(staleAnswer.body).toEqual(
      errorBody('STALE_VERSION', { details: { current: first.body.data.partner } }),
    );
    expect(await testApp().database.db.select().from(pendingFiles)).toEqual([]);
    // A client without versions overwrites.
    expect((await update({ fields: { idPartner, name: 'Tarde' } })).status).toBe(200);
  });

  test('is saved for one of two users who edit the same version', async () => {
    const { idPartner } = await add({ fields: { id: freshId() } });
    const answers = await Promise.all(
      ['Chile', 'Perú', 'Cuba'].map((country) =>
        update({ fields: { idPartner, country, version: '1' } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('adds and removes images; replaced ones are swept', async () => {
    const { db } = testApp().database;
    const before = await add({
      fields: { id: freshId() },
      logos: { logo_app_login: logo, logo_app_nav: logo },
    });
    const { idPartner } = before;
    const other = { ...logo, bytes: await drawLogo(30, 30).png().toBuffer() };
    const { body } = await update({
      fields: { idPartner, logos_removed: '["logo_app_nav"]', version: '1' },
      logos: { logo_app_login: other, logo_lading_logo: logo },
    });
    const edited = partner.parse(body.data.partner);
    expect(edited).toMatchObject({ logo_app_nav: null, version: 2 });
    expect(edited.logo_app_login?.fileUrl).not.toBe(before.logo_app_login?.fileUrl);
    expect(edited.logo_lading_logo).not.toBeNull();
    expect((await readActs(idPartner)).at(-1)?.[1]).toEqual({
      changes: {
        loginLogoId: { from: expect.any(String), to: expect.any(String) },
        navLogoId: { from: expect.any(String), to: null },
        landingLogoId: { from: null, to: expect.any(String) },
      },
      version: 2,
    });
    const removedUrls = [before.logo_app_login, before.logo_app_nav].map(
      (file) => file?.fileUrl ?? '',
    );
    for (const url of removedUrls) expect((await testApp().staff.get(url)).status).toBe(404);
    const keys = removedUrls.map((url) => `uploads/${url.split('/').at(-1)}`);
    expect(
      await db.select().from(pendingFiles).where(inArray(pendingFiles.storageKey, keys)),
    ).toHaveLength(2);
    await db.delete(pendingFiles);
  });

  test.each([
    [{ idPartner: 'nadie' }, 404],
    [{ idPartner: '../x' }, 400],
    [{ idPartner: 'nadie', version: '0' }, 400],
    [{ idPartner: 'nadie', version: '1e309' }, 400],
    [{ idPartner: 'nadie', logos_removed: '["logo_app_login"]' }, 400],
    [{ idPartner: 'nadie', id: 'otro' }, 400],
    [{}, 400],
  ])('is rejected with the fields %j: status %d', async (fields, status) => {
    expect((await update({ fields: fields as never })).status).toBe(status);
  });

  test('is rejected if the partner is deleted', async () => {
    const idPartner = await addPartner(testApp().database.db, { deletedAt: new Date() });
    expect(await update({ fields: { idPartner, country: 'Perú' } })).toEqual({
      status: 404,
      body: errorBody('NOT_FOUND'),
    });
  });
});

test('a partner is shown with the number of branches that are not deleted', async () => {
  const { db } = testApp().database;
  const idPartner = await addPartner(db);
  await addBranch(db, idPartner);
  await addBranch(db, idPartner);
  await addBranch(db, idPartner, { deletedAt: new Date() });
  const { body } = await testApp().staff.get(`/v1/partner/get_one_partner?idPartner=${idPartner}`);
  expect(body).toMatchObject({ data: { partner: { idPartner, branches: 2 } } });
});

test('a deleted or unknown partner is not found', async () => {
  const trashed = await addPartner(testApp().database.db, { deletedAt: new Date() });
  for (const id of [trashed, 'nadie']) {
    const { status } = await testApp().staff.get(`/v1/partner/get_one_partner/?idPartner=${id}`);
    expect(status).toBe(404);
  }
});
