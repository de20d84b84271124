import { MAX_NOTES_LENGTH } from '@simiente/contract/prospects/fields';
import { describe, expect, test } from 'vitest';
import { sharedApplication } from '../../testing/application.ts';
import { prospectChanges } from '../../testing/calls/prospect-changes.ts';
import { addProspect } from '../../testing/records.ts';

const testApp = sharedApplication();
const { update, findRow, findAudit } = prospectChanges(testApp);
const db = () => testApp().database.db;
const luis = { name: 'Luis Gómez', status: 'pending', notes: 'Llamar' };

describe('an edit of a prospect', () => {
  test('E-7.24: sets status and notes, trimmed, and answers with the prospect', async () => {
    const idProspect = await addProspect(db(), luis);
    const answer = await update({ idProspect, status: 'contacted', notas: ' Pidió\nprecio ' });
    expect(answer).toMatchObject({
      status: 200,
      data: { prospect: { idProspect, status: 'contacted', notes: 'Pidió\nprecio', version: 2 } },
    });
    expect(await findRow(idProspect)).toMatchObject({
      status: 'contacted',
      statusGroup: 'contacted',
      notes: 'Pidió\nprecio',
      version: 2,
    });
  });

  test.each([[{}], [{ notas: '' }], [{ notas: ' \n ' }]])(
    'E-7.24: leaves no notes for %j',
    async (notes) => {
      const idProspect = await addProspect(db(), luis);
      const { data } = await update({ idProspect, status: 'pending', ...notes });
      expect(data?.prospect).toMatchObject({ notes: '', version: 2 });
      expect(await findRow(idProspect)).toMatchObject({ notes: null });
    },
  );

  test('E-10.2156: corrects name, e-mail and phone, and keeps at least one of e-mail and phone', async () => {
    const idProspect = await addProspect(db(), { ...luis, email: 'luis@x.mx', phone: '2' });
    const { data } = await update({
      ...{ idProspect, notas: 'Llamar', name: 'Luis Gómez Paz', mail: 'luis.paz@x.mx' },
    });
    expect(data?.prospect).toMatchObject({
      ...{ name: 'Luis Gómez Paz', mail: 'luis.paz@x.mx', phone: '2', status: 'pending' },
    });
    const emptyContact = await update({ idProspect, notas: 'Llamar', mail: null, phone: null });
    expect(emptyContact).toMatchObject({ status: 400, issues: [{ path: 'mail' }] });
    expect(await findRow(idProspect)).toMatchObject({ email: 'luis.paz@x.mx', version: 2 });
  });

  test('E-4.9: may change any status to any other', async () => {
    const idProspect = await addProspect(db(), { status: 'archivado' });
    for (const status of ['rejected', 'converted', 'pending', 'contacted']) {
      expect((await update({ idProspect, status })).data?.prospect.status).toBe(status);
    }
  });

  test('E-10.206: keeps an unknown status if only the notes are sent', async () => {
    const idProspect = await addProspect(db(), { ...luis, status: 'archivado' });
    const answer = await update({ idProspect, notas: 'Otra nota', version: 1 });
    expect(answer.data?.prospect).toMatchObject({ status: 'archivado', notes: 'Otra nota' });
    expect(await findRow(idProspect)).toMatchObject({ status: 'archivado', version: 2 });
  });

  test('keeps the version if nothing changed, and is audited as a view', async () => {
    const idProspect = await addProspect(db(), luis);
    const same = { idProspect, status: luis.status, notas: luis.notes, version: 1 };
    expect((await update(same)).data?.prospect.version).toBe(1);
    expect(await findAudit(idProspect)).toMatchObject([{ action: 'prospect.read' }]);
  });

  test('is audited with fields and groups, without texts', async () => {
    const idProspect = await addProspect(db(), { ...luis, status: 'secreto' });
    await update({ idProspect, status: 'rejected', notas: 'Algo privado' });
    const rows = await findAudit(idProspect);
    expect(rows).toMatchObject([
      {
        action: 'prospect.updated',
        subjectKind: 'prospect',
        actorId: testApp().staff.id,
        details: {
          changes: {
            status: { from: 'none', to: 'rejected' },
            notes: { from: { digest: expect.any(String) }, to: { digest: expect.any(String) } },
          },
          version: 2,
        },
      },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/privado|secreto|llamar/i);
  });

  test('keeps markup and formulas as text', async () => {
    const idProspect = await addProspect(db(), luis);
    const notas = '=HYPERLINK("https://mal.example")<script>alert(1)</script>';
    expect((await update({ idProspect, status: 'pending', notas })).data?.prospect.notes).toBe(
      notas,
    );
  });
});

describe('an edit of a prospect from a version', () => {
  test('returns a 409 with the current prospect if it is outdated', async () => {
    const idProspect = await addProspect(db(), luis);
    await update({ idProspect, status: 'rejected', notas: 'Otra persona', version: 1 });
    const staleAnswer = await update({
      idProspect,
      status: 'contacted',
      notas: 'Tarde',
      version: 1,
    });
    expect(staleAnswer).toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
      details: { current: { status: 'rejected', notes: 'Otra persona', version: 2 } },
    });
    expect(await findRow(idProspect)).toMatchObject({ notes: 'Otra persona', version: 2 });
  });

  test('E-7.24: overwrites if it is absent, for legacy clients', async () => {
    const idProspect = await addProspect(db(), { ...luis, version: 9 });
    const { data } = await update({ idProspect, status: 'rejected' });
    expect(data?.prospect.version).toBe(10);
  });

  test('T-H4: one of eight simultaneous edits from one version is saved and seven are rejected', async () => {
    const idProspect = await addProspect(db(), luis);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        update({ idProspect, status: 'contacted', notas: `Nota ${index}`, version: 1 }),
      ),
    );
    const [winner, ...others] = answers.toSorted((a, b) => a.status - b.status);
    expect([winner?.status, ...others.map(({ status }) => status)]).toEqual([
      200,
      ...others.map(() => 409),
    ]);
    expect(await findRow(idProspect)).toMatchObject({
      notes: winner?.data?.prospect.notes,
      version: 2,
    });
    // The rejected users saw the current data.
    expect((await findAudit(idProspect)).map(({ action }) => action).toSorted()).toEqual([
      'prospect.updated',
      ...others.map(() => 'record.shown'),
    ]);
  });

  test('a repeated request gets the first answer, although a later version exists', async () => {
    const idProspect = await addProspect(db(), luis);
    const edit = { idProspect, status: 'contacted', version: 1 };
    const headers = { 'idempotency-key': `edit-${idProspect}` };
    const first = await update(edit, headers);
    expect(await update(edit, headers)).toEqual(first);
    expect(await findRow(idProspect)).toMatchObject({ version: 2 });
  });
});

describe('rejection of an edit of a prospect', () => {
  test.each([
    ['an unknown status', { status: 'archivado' }],
    ['the group of other statuses', { status: 'none' }],
    ['an impossible id', { idProspect: 'a b' }],
    ['notes without end', { notas: 'x'.repeat(MAX_NOTES_LENGTH + 1) }],
    ['notes with a NUL', { notas: 'a\u0000' }],
    ['notes that are a number', { notas: 7 }],
    ['an impossible version', { version: 0 }],
    ['another field', { motivo: 'Otro' }],
  ])('%s returns a 400', async (_, wrong) => {
    const idProspect = await addProspect(db(), luis);
    const answer = await update({ idProspect, status: 'contacted', ...wrong });
    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
    expect(await findRow(idProspect)).toMatchObject({ ...luis, version: 1 });
  });

  test('a missing or deleted prospect returns a 404', async () => {
    const deleted = await addProspect(db(), { ...luis, deletedAt: new Date() });
    for (const idProspect of [deleted, 'prs_nadie']) {
      expect(await update({ idProspect, status: 'pending' })).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
      });
    }
  });
});

test.each([[{}], [{ idProspect: '' }]])('C9, E-10.1009: an edit with %j has no id', async (id) => {
  expect(await update({ ...id, status: 'contacted' })).toMatchObject({
    status: 400,
    code: 'PROSPECT_ID_MISSING',
    errorMessage: 'ID del prospecto no encontrado',
  });
});
