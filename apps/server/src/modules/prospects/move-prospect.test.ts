import { describe, expect, test } from 'vitest';
import { sharedApplication } from '../../testing/application.ts';
import { prospectChanges } from '../../testing/calls/prospect-changes.ts';
import { addProspect } from '../../testing/records.ts';

const testApp = sharedApplication();
const { move, update, findRow, findAudit } = prospectChanges(testApp);
const db = () => testApp().database.db;

describe('moving the card of a prospect', () => {
  test('changes its column and returns its notes', async () => {
    const idProspect = await addProspect(db(), { status: 'pending', notes: 'Llamar' });
    expect(await move({ idProspect, from: 'pending', status: 'contacted' })).toMatchObject({
      status: 200,
      data: { prospect: { status: 'contacted', notes: 'Llamar', version: 2 } },
    });
    expect(await findAudit(idProspect)).toMatchObject([
      {
        action: 'prospect.moved',
        details: { changes: { status: { from: 'pending', to: 'contacted' } }, version: 2 },
      },
    ]);
  });

  test('E-7.121: keeps notes that were written after the card was read', async () => {
    const idProspect = await addProspect(db(), { status: 'pending' });
    await update({ idProspect, status: 'pending', notas: 'Recién escritas', version: 1 });
    const { data } = await move({ idProspect, from: 'pending', status: 'rejected' });
    expect(data?.prospect).toMatchObject({ status: 'rejected', notes: 'Recién escritas' });
  });

  test('removes it from «Sin estado» if its status was unknown', async () => {
    const idProspect = await addProspect(db(), { status: 'archivado' });
    const { data } = await move({ idProspect, from: 'none', status: 'pending' });
    expect(data?.prospect.status).toBe('pending');
    expect(JSON.stringify(await findAudit(idProspect))).not.toContain('archivado');
  });

  test('changes nothing if it already is in that column, also after another user moved it there', async () => {
    const idProspect = await addProspect(db(), { status: 'contacted' });
    const { status, data } = await move({ idProspect, from: 'pending', status: 'contacted' });
    expect([status, data?.prospect.version]).toEqual([200, 1]);
    expect(await findAudit(idProspect)).toMatchObject([{ action: 'prospect.read' }]);
  });

  test('returns a 409 with its current column if it has left the column that the request names', async () => {
    const idProspect = await addProspect(db(), { status: 'rejected' });
    expect(await move({ idProspect, from: 'pending', status: 'contacted' })).toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
      details: { current: { idProspect, status: 'rejected', version: 1 } },
    });
  });

  test('E-7.121, T-H4: succeeds once for two columns simultaneously, and the other request is rejected', async () => {
    for (let round = 0; round < 5; round += 1) {
      const idProspect = await addProspect(db(), { status: 'pending' });
      const answers = await Promise.all(
        ['contacted', 'rejected', 'converted'].map((status) =>
          move({ idProspect, from: 'pending', status }),
        ),
      );
      const winners = answers.filter(({ status }) => status === 200);
      const others = answers.filter(({ status }) => status === 409);
      expect([winners.length, others.length]).toEqual([1, 2]);
      const status = winners[0]?.data?.prospect.status;
      expect(others.map(({ details }) => details?.current?.status)).toEqual([status, status]);
      expect(await findRow(idProspect)).toMatchObject({ status, version: 2 });
      const actions = (await findAudit(idProspect)).map(({ action }) => action);
      expect(actions.toSorted()).toEqual(['prospect.moved', 'record.shown', 'record.shown']);
    }
  });

  test('happens once for a repeated request', async () => {
    const idProspect = await addProspect(db(), { status: 'pending' });
    const request = { idProspect, from: 'pending', status: 'contacted' };
    const headers = { 'idempotency-key': `move-${idProspect}` };
    const first = await move(request, headers);
    expect(await move(request, headers)).toEqual(first);
    const actions = (await findAudit(idProspect)).map(({ action }) => action);
    expect(actions.toSorted()).toEqual(['prospect.moved', 'prospect.read']);
  });
});

test.each([
  { status: 'none' },
  { status: 'archivado' },
  { from: undefined },
  { from: 'x' },
  { notas: 'x' },
])('moving with %j returns a 400', async (wrong) => {
  const idProspect = await addProspect(db(), { status: 'pending' });
  expect(await move({ idProspect, from: 'pending', status: 'contacted', ...wrong })).toMatchObject({
    status: 400,
  });
});

test('moving an unknown or deleted prospect returns a 404', async () => {
  const deleted = await addProspect(db(), { status: 'pending', deletedAt: new Date() });
  for (const idProspect of [deleted, 'prs_nadie']) {
    expect(await move({ idProspect, from: 'pending', status: 'contacted' })).toMatchObject({
      status: 404,
    });
  }
});
